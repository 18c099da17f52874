import type { FactsMaintenance, SetAside } from '@atrium/facts/maintenance';
import { wasNeverFinished } from '@atrium/rules/store-match';
import type { Transaction } from '../registry/registry.ts';
import { listDamage } from './damage-store.ts';
import { latestParts } from './generation-store.ts';

/** The parts that the engine set aside and whose rows may be missing. */
export async function damagedAside(
  client: Pick<Transaction['client'], 'query'>,
  care: FactsMaintenance,
): Promise<SetAside[]> {
  const aside = (await care.setAside()).filter(({ reason }) => !reason.startsWith('covered'));
  if (aside.length === 0) return [];
  const known = await latestParts(client);
  if (known === null) return aside;
  const recorded = new Set((await listDamage(client)).map(({ table, part }) => `${table}/${part}`));
  return aside.filter((part) => recorded.has(`${part.table}/${part.name}`) || !wasNeverFinished(part, known));
}
