import { describe, expect, it } from 'vitest';
import {
  lacksMinutes,
  lostParts,
  matchStores,
  wasNeverFinished,
  type FactsSide,
  type RegistrySide,
} from './store-match.ts';

const at = new Date('2026-11-15T12:00:00Z');
const registry: RegistrySide = {
  installation: 'a',
  begun: 10n,
  confirmed: 10n,
  sameGeneration: { nonce: 7n, at },
  lastAt: at,
  numbers: { org: 3, series: 9 },
  applied: true,
};
const facts: FactsSide = {
  identity: { installation: 'a', generation: 10n, nonce: 7n },
  numbers: { org: 3, series: 9 },
};
const fresh: RegistrySide = {
  ...registry,
  installation: null,
  begun: null,
  confirmed: null,
  sameGeneration: null,
  lastAt: null,
  numbers: { org: 0, series: 0 },
  applied: false,
};
const nothing: FactsSide = { identity: null, numbers: { org: 0, series: 0 } };
const ago = (minutes: number) => new Date(at.getTime() - minutes * 60_000);

describe('[I46] [I47] two stores', () => {
  it.each<[string, RegistrySide, FactsSide, object]>([
    ['of one moment match', registry, facts, { kind: 'match' }],
    ['match after a crash between the two writes', { ...registry, begun: 11n }, facts, { kind: 'match' }],
    ['that are both new get a name', fresh, nothing, { kind: 'unnamed' }],
    [
      'made before names get one',
      { ...fresh, numbers: registry.numbers, applied: true },
      { ...facts, identity: null },
      { kind: 'unnamed' },
    ],
    [
      'heal after a power cut',
      { ...registry, sameGeneration: { nonce: 7n, at: ago(5) }, confirmed: 14n, begun: 14n },
      facts,
      { kind: 'behind', since: ago(5) },
    ],
    [
      'are refused when the readings are an older copy',
      { ...registry, sameGeneration: { nonce: 7n, at: ago(60) }, confirmed: 70n, begun: 70n },
      facts,
      { kind: 'mismatch', reason: 'facts-older' },
    ],
    [
      'are refused when the readings are older than anyone remembers',
      { ...registry, sameGeneration: null, confirmed: 9000n, begun: 9000n },
      facts,
      { kind: 'mismatch', reason: 'facts-older' },
    ],
    [
      'are refused when the registry is an older copy',
      { ...registry, begun: 8n, confirmed: 8n, sameGeneration: null },
      facts,
      { kind: 'mismatch', reason: 'registry-older' },
    ],
    ['are refused when the registry is new', fresh, facts, { kind: 'mismatch', reason: 'registry-lost' }],
    [
      'are refused when the registry is new and the readings have no name',
      fresh,
      { ...facts, identity: null },
      { kind: 'mismatch', reason: 'registry-lost' },
    ],
    ['are refused when the readings are gone', registry, nothing, { kind: 'mismatch', reason: 'facts-lost' }],
    [
      'are refused when the readings lost their name',
      registry,
      { ...facts, identity: null },
      { kind: 'mismatch', reason: 'facts-unnamed' },
    ],
    [
      'of two installations are refused',
      { ...registry, installation: 'b' },
      facts,
      { kind: 'mismatch', reason: 'other-installation' },
    ],
    [
      'of two copies that went on separately are refused',
      { ...registry, sameGeneration: { nonce: 8n, at } },
      facts,
      { kind: 'mismatch', reason: 'other-copy' },
    ],
  ])('%s', (_, one, other, expected) => {
    expect(matchStores(one, other)).toMatchObject(expected);
  });
});

describe('[I49] files that existed before', () => {
  it('are not missing when they were merged into larger ones', () => {
    expect(lostParts([part(1, 4, 100), part(5, 9, 50)], [part(1, 9, 150)])).toEqual([]);
  });

  it('are not missing while the parts they were merged from exist', () => {
    expect(lostParts([part(1, 9, 150)], [part(1, 4, 110), part(6, 9, 50)])).toEqual([]);
  });

  it('are missing otherwise', () => {
    const gone = part(1, 9, 150);
    expect(lostParts([gone, part(10, 10, 1)], [part(1, 4, 100), part(10, 10, 1)])).toEqual([gone]);
    expect(lostParts([gone], [part(1, 9, 150, '202610')])).toEqual([gone]);
  });

  it('affect days whose minutes may be incomplete, including the first of the next month', () => {
    const lost = new Set(['202610']);
    expect(lacksMinutes(lost, day('2026-10-31'))).toBe(true);
    expect(lacksMinutes(lost, day('2026-11-01'))).toBe(true);
    expect(lacksMinutes(lost, day('2026-11-02'))).toBe(false);
    expect(lacksMinutes(new Set(['all']), day('2020-01-01'))).toBe(true);
  });
});

describe('[I249] a part that could not be loaded', () => {
  const broken = { ...part(17, 17, 0), modified: 1000, reason: 'broken-on-start' };

  it('was never finished when the last heartbeat did not know it, also when its number was used again later', () => {
    expect(wasNeverFinished(broken, [])).toBe(true);
    expect(wasNeverFinished(broken, [{ ...part(1, 17, 9), modified: 900 }])).toBe(true);
    expect(wasNeverFinished(broken, [{ ...part(17, 17, 9, '202610'), modified: 900 }])).toBe(true);
    expect(wasNeverFinished(broken, [{ ...part(17, 17, 9), modified: 1001 }])).toBe(true);
  });

  it('is damaged when it was known, or set aside for another reason', () => {
    expect(wasNeverFinished(broken, [{ ...part(17, 17, 9), modified: 999 }])).toBe(false);
    expect(wasNeverFinished({ ...broken, reason: 'broken' }, [])).toBe(false);
  });
});

function part(minBlock: number, maxBlock: number, rows: number, partition = '202611') {
  return { table: 'minute', partition, minBlock, maxBlock, rows };
}

function day(text: string): number {
  return Date.parse(text) / 1000;
}
