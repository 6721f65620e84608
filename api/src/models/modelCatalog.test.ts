import type OpenAI from 'openai';
import { getOfferedModels } from '#contract/models.ts';
import { createModelCatalog } from './modelCatalog.ts';

/** A model server that lists these entries. */
function createServer(...entries: Record<string, unknown>[]): Pick<OpenAI, 'models'> {
  const list = async function* () {
    for (const entry of entries) yield await Promise.resolve(entry);
  };
  return { models: { list } } as unknown as Pick<OpenAI, 'models'>;
}

async function listOffered(server: Pick<OpenAI, 'models'>, embeddingModel?: string): Promise<Record<string, string[]>> {
  const models = await createModelCatalog(server, null, embeddingModel).list();
  const names = (mode: 'chat' | 'ks') => getOfferedModels(mode, models).map(({ model_alias }) => model_alias);
  return { chat: names('chat'), ks: names('ks') };
}

const onlyGpt = { chat: ['gpt-4.1'], ks: ['gpt-4.1'] };

describe('a server that lists only ids', () => {
  it('does not offer the embedding model', async () => {
    const server = createServer({ id: 'gpt-4.1' }, { id: 'bge-m3' });
    expect(await listOffered(server, 'bge-m3')).toEqual(onlyGpt);
  });

  it('does not offer a model whose name marks it as an embedding model', async () => {
    const server = createServer({ id: 'gpt-4.1' }, { id: 'text-embedding-3-small' }, { id: 'nomic-embed-text' });
    expect(await listOffered(server)).toEqual(onlyGpt);
  });

  it('rejects an embedding model that is requested by name', async () => {
    const catalog = createModelCatalog(createServer({ id: 'gpt-4.1' }, { id: 'text-embedding-3-small' }), null);
    await expect(catalog.find('text-embedding-3-small')).rejects.toMatchObject({ code: 'unknown_model' });
  });
});

it('prefers the description of a model, from the server or MODELS_FILE, to its name', async () => {
  const server = createServer(
    { id: 'gpt-4.1', capabilities: { chat_completion: true, embeddings: false } },
    { id: 'ada-002', capabilities: { chat_completion: false, embeddings: true } },
  );
  expect(await listOffered(server)).toEqual(onlyGpt);
  const file = [{ id: 'embedded-chat', modalities: ['chat_completion' as const] }];
  expect(getOfferedModels('chat', await createModelCatalog(server, file).list())).toHaveLength(1);
});

it('a chat stores the alias of a model, and calls find the model by alias and by deployment', async () => {
  const catalog = createModelCatalog(createServer(), [
    { id: 'gpt-4.1-2025-04-14', alias: 'gpt-4.1', label: 'GPT-4.1' },
  ]);
  const named = { model_alias: 'gpt-4.1', deployment_name: 'gpt-4.1-2025-04-14', label: 'GPT-4.1' };
  expect(await catalog.list()).toMatchObject([named]);
  expect(await catalog.find('gpt-4.1')).toMatchObject(named);
  expect(await catalog.find('gpt-4.1-2025-04-14')).toMatchObject(named);
});
