import { createRunningWork } from './runningWork.ts';

it('stops the answers to a deleted message and to its edited versions, and no other', async () => {
  const work = createRunningWork();
  const stopped: string[] = [];
  for (const activityId of ['a1', 'a1;edit;f00', 'a12'])
    work.add('ada', { kind: 'answer', activityId, stop: async () => stopped.push(activityId) > 0 });
  await work.stopAnswersTo('ada', 'a1');
  expect(stopped).toEqual(['a1', 'a1;edit;f00']);
});
