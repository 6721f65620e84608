import { upsertChat } from '#contract/chats/chat.ts';
import { AvaError } from '#contract/errors.ts';
import { defaultSettings, saveSettings } from '#contract/settings.ts';
import { api } from '#tab/api.ts';
import { session } from '#tab/state/session.state.ts';
import type { FakeApi } from '#tab/testing/fakeApi.ts';
import { sampleMetadata, sampleModel, signedInAsAda } from '#tab/testing/samples.ts';
import { settings } from '#tab/features/settings/settings.state.ts';
import { chats } from './chat.state.ts';
import { getChatModel, getChatSettings, saveChatSettings } from './chatSettings.actions.ts';

jest.mock('#tab/api.ts');
jest.mock('#tab/state/log.ts');
jest.mock('#tab/state/encryptedStorage.ts', () => ({
  readEncrypted: () => Promise.resolve(null),
  writeEncrypted: () => Promise.resolve(),
}));

const server = api as FakeApi;
const [fast, careful] = [sampleModel({ model_alias: 'fast' }), sampleModel({ model_alias: 'careful' })];
const creative = { selectedModel: 'careful', selectedTemperature: 'Creative', useConciseMode: true } as const;
const plain = { selectedModel: 'fast', selectedTemperature: 'Balanced', useConciseMode: false } as const;

beforeEach(() => {
  server.reset();
  server.answer(saveSettings, (ask) => ({ settings: { ...defaultSettings, ...(ask.settings as object) } }));
  server.answer(upsertChat, ({ chat_id, chat_settings }) =>
    sampleMetadata({ ConversationId: chat_id as string, ChatSettings: chat_settings as typeof creative }),
  );
  session.status = { name: 'signedIn', ...signedInAsAda(), models: [fast, careful] };
  Object.assign(settings, structuredClone(defaultSettings), { chat: plain });
  chats.metadata = [
    sampleMetadata({ ConversationId: 'old' }),
    sampleMetadata({ ConversationId: 'own', ChatSettings: creative }),
  ];
});

it('a chat keeps its own settings; a chat without any has the person’s', () => {
  expect([getChatSettings('own'), getChatModel('own')]).toEqual([creative, careful]);
  expect([getChatSettings('old'), getChatModel('old')]).toEqual([plain, fast]);
  expect(getChatSettings('not yet created')).toEqual(plain);
});

it('a change is stored with the chat and for new chats, and leaves other chats as they are', async () => {
  await saveChatSettings('own', { ...creative, selectedModel: 'fast' });
  expect(server.requestsTo(upsertChat)).toEqual([
    { chat_id: 'own', chat_settings: { ...creative, selectedModel: 'fast' } },
  ]);
  await saveChatSettings('new', plain);
  expect(server.requestsTo(upsertChat)).toHaveLength(1);
  expect(getChatSettings('own')).toEqual({ ...creative, selectedModel: 'fast' });
  expect(getChatSettings('not yet created')).toEqual(plain);
});

/** @shows Failed to save user settings */
it('a change that cannot be saved is taken back', async () => {
  server.answer(saveSettings, () => {
    throw new AvaError('store_unavailable');
  });
  await expect(saveChatSettings('own', plain)).rejects.toThrow('Failed to save user settings');
  expect(getChatSettings('own')).toEqual(creative);
});
