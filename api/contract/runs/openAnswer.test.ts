import { defaultModeSettings } from '#contract/settings.ts';
import { toFields } from './openAnswer.ts';

const options = {
  chatId: 'c',
  eventSessionId: 's',
  model: 'm',
  functionCalling: false,
  lookUp: false,
  timeZone: undefined,
};

it('sends a temperature only for a style that the person has chosen', () => {
  const unset = defaultModeSettings('ks');
  expect(toFields({ ...options, settings: unset }).temperature).toBeUndefined();
  expect(toFields({ ...options, settings: { ...unset, selectedTemperature: 'Balanced' } }).temperature).toBe(0.5);
});
