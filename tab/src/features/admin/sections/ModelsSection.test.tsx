import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import {
  checkConfiguredModel,
  modelChecks as checkNames,
  type CheckResult,
  type ModelCheckEvent,
} from '#contract/admin/modelCheck.ts';
import { AvaError } from '#contract/errors.ts';
import { api } from '#tab/api.ts';
import { session } from '#tab/state/session.state.ts';
import { createFakeStream, type FakeApi, type FakeStream } from '#tab/testing/fakeApi.ts';
import { sampleModel, signedInAsAda } from '#tab/testing/samples.ts';
import { modelChecks } from '#tab/features/admin/models/modelCheck.state.ts';
import { ModelsSection } from './ModelsSection.tsx';

jest.mock('#tab/api.ts');
jest.mock('#tab/state/log.ts');

const server = api as FakeApi;
const makeModel = (name: string) => sampleModel({ label: name, deployment_name: name, model_alias: name });
const embedder = { ...makeModel('Embedder'), modalities: ['embedding' as const] };
let stream: FakeStream<ModelCheckEvent>;

beforeEach(() => {
  server.reset();
  modelChecks.states = {};
  stream = createFakeStream<ModelCheckEvent>();
  server.open(checkConfiguredModel, () => stream);
  session.status = { name: 'signedIn', ...signedInAsAda(), models: [makeModel('Tea'), makeModel('Coffee'), embedder] };
  render(
    <FluentProvider theme={webLightTheme}>
      <ModelsSection />
    </FluentProvider>,
  );
});

const getModel = (name: string) => within(screen.getByRole('region', { name }));
const getButton = (name: string) => screen.getByRole('button', { name });
const press = (name: string) => act(async () => void fireEvent.click(getButton(name)));
const send = (...events: ModelCheckEvent[]) => act(async () => stream.send(...events));

function toResult(check: CheckResult['check'], changes: Partial<CheckResult> = {}): ModelCheckEvent {
  return { type: 'result', check, outcome: 'works', detail: 'It works.', advice: '', ms: 1_200, ...changes };
}

it('shows each result as it arrives, a summary, and the entry for MODELS_FILE with what AVA has learned', async () => {
  await press('Check Tea');
  expect(server.requestsTo(checkConfiguredModel)).toEqual([{ model: 'Tea' }]);
  expect(getModel('Tea').getByRole('status')).toHaveTextContent('Checking 1 of 8…');
  await send(toResult('plain'), toResult('image', { outcome: 'fails', detail: 'No red.', advice: 'Remove it.' }));
  expect(getModel('Tea').getByRole('status')).toHaveTextContent('Checking 3 of 8…');
  const lines = getModel('Tea').getAllByRole('listitem');
  expect(lines.map((line) => line.textContent)).toEqual([
    'Plain answer: works · 1.2 sIt works.',
    'Image: fails · 1.2 sNo red.Remove it.',
  ]);
  await send({ type: 'finish', ms: 9_000, entry: '{ "id": "Tea" }' });
  await act(async () => stream.end());
  expect(getModel('Tea').getByRole('status')).toHaveTextContent('1 thing fails. The check took 9.0 s.');
  expect(screen.getByRole('region', { name: 'Entry of MODELS_FILE for Tea' })).toHaveTextContent('{ "id": "Tea" }');
});

it('says that everything works, and shows no entry for MODELS_FILE', async () => {
  await press('Check Tea');
  await send(...checkNames.map((name) => toResult(name)), { type: 'finish', ms: 9_000, entry: null });
  await act(async () => stream.end());
  expect(getModel('Tea').getByRole('status')).toHaveTextContent(/^Everything works that this model claims/);
  expect(screen.queryByRole('region', { name: /MODELS_FILE/ })).toBeNull();
});

it('offers models that answer, one check at a time, and can stop it', async () => {
  expect(screen.queryByRole('region', { name: 'Embedder' })).toBeNull();
  await press('Check Tea');
  expect(getButton('Check Coffee')).toHaveAttribute('aria-disabled', 'true');
  await press('Check Coffee');
  expect(server.requestsTo(checkConfiguredModel)).toHaveLength(1);
  await send(toResult('plain'));
  await press('Stop the check of Tea');
  expect(getModel('Tea').getByRole('status')).toHaveTextContent('You stopped the check.');
  expect(getModel('Tea').getAllByRole('listitem')).toHaveLength(1);
  await press('Check Coffee');
  expect(server.requestsTo(checkConfiguredModel)).toHaveLength(2);
});

it.each([
  ['lost', () => stream.disconnect(new AvaError('too_many_requests', { detail: 'You are already checking.' }))],
  ['ended early', () => stream.end()],
])('a check that is %s says so, and can be repeated', async (_, end) => {
  await press('Check Tea');
  await act(async () => end());
  expect(getModel('Tea').getByText(/already checking|trouble connecting/)).toBeInTheDocument();
  expect(getButton('Check Tea')).not.toHaveAttribute('aria-disabled', 'true');
});
