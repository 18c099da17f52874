import { describe, expect, it } from 'vitest';
import { nodeProblems, nodeTexts, normalizedNodes } from './node-sensors.ts';

const own = '001122AABBCC';

describe('the nodes of a sensor', () => {
  it('[R196] are upper-cased; empty means none', () => {
    expect(normalizedNodes(['00:11:22:aa:bb:cd', ' '])).toEqual(['00:11:22:AA:BB:CD']);
    expect(normalizedNodes(['', '  '])).toBeNull();
    expect(normalizedNodes([])).toBeNull();
    expect(normalizedNodes(null)).toBeNull();
  });

  it('[R196] may be other sensors, once each', () => {
    expect(nodeProblems(own, ['00:11:22:aa:bb:cd', '', '00:11:22:AA:BB:CE'])).toEqual([]);
    expect(nodeProblems(null, ['00:11:22:AA:BB:CC'])).toEqual([]);
    expect(nodeProblems(own, null)).toEqual([]);
  });

  it.each([
    ['the address of the sensor itself', ['00:11:22:aa:bb:cc'], [0, nodeTexts.own]],
    ['an address twice', ['00:11:22:AA:BB:CD', '00:11:22:aa:bb:cd'], [1, nodeTexts.repeated]],
    ['twelve characters', ['001122AABBCD'], [0, nodeTexts.format]],
    ['eighteen characters', ['00:11:22:AA:BB:CDE'], [0, nodeTexts.format]],
    ['seventeen characters that are no address', ['00:11:22:AA:BB:CX'], [0, nodeTexts.format]],
    ['dashes', ['00-11-22-AA-BB-CD'], [0, nodeTexts.format]],
  ] as const)('[R196] refuses %s', (_, nodes, [index, message]) => {
    expect(nodeProblems(own, nodes)).toEqual([{ path: `nodeSensors.${index}`, message }]);
  });
});
