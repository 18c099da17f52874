import type { Mismatch } from '@atrium/rules/store-match';

/** The two stores do not match. The message is all an operator needs. */
export class StoresMismatch extends Error {
  override readonly name = 'StoresMismatch';
  readonly reason: Mismatch;
  constructor(reason: Mismatch, since?: Date) {
    super(`${texts[reason](since)} Nothing was changed. See "When the stores do not match" in docs/operating.md.`);
    this.reason = reason;
  }
}

/** The registry cannot be read. */
export class RegistryDamaged extends Error {
  override readonly name = 'RegistryDamaged';
  constructor(tables: readonly string[]) {
    const what = tables.length === 0 ? 'its files cannot be read' : `of ${tables.join(', ')} not every row can be read`;
    super(
      `The registry (PostgreSQL) is damaged: ${what}. Restore both stores from the same backup. See "When the stores do not match" in docs/operating.md.`,
    );
  }
}

const rebuild = '`npm run doctor -- --rebuild`';

const texts: Record<Mismatch, (since?: Date) => string> = {
  'registry-lost': () =>
    'The registry (PostgreSQL) is new, but the readings (ClickHouse) belong to an earlier installation: the registry was lost. Restore the registry from a backup. To start over without the old readings, move both stores to another folder.',
  'registry-older': () =>
    `The registry (PostgreSQL) is older than the readings (ClickHouse): it is an older copy. Restore both from the same backup, or keep this registry and the readings that still match it with ${rebuild}.`,
  'facts-lost': () =>
    `The readings (ClickHouse) are gone, but the registry (PostgreSQL) shows that there were some. Restore the readings from the backup of the same moment, or continue with what the inbox still has, at most the last two days, with ${rebuild}.`,
  'facts-older': (since) =>
    `The readings (ClickHouse) are older than the registry (PostgreSQL)${since ? ` and miss everything since ${since.toISOString()}` : ''}: they are an older copy. Restore both from the same backup, or apply again what the inbox still has, at most the last two days, with ${rebuild}.`,
  'facts-unnamed': () =>
    `The readings (ClickHouse) do not say which installation they belong to: their table of generations was lost. If the store was not swapped, continue with ${rebuild}; otherwise restore both from the same backup.`,
  'other-installation': () =>
    'The registry (PostgreSQL) and the readings (ClickHouse) belong to two different installations. Put back the store that belongs to the other one, or restore both from the same backup.',
  'other-copy': () =>
    'The registry (PostgreSQL) and the readings (ClickHouse) belong to two copies of the same installation that have diverged. Restore both from the same copy.',
};
