import type { Facts } from '@atrium/facts/face';
import type { Registry } from '../registry/registry.ts';

/** The stores that do not answer. */
export async function notReady({
  registry,
  facts,
}: {
  readonly registry: Pick<Registry, 'owner'>;
  readonly facts: Pick<Facts, 'ping'>;
}): Promise<string[]> {
  const asked = { registry: registry.owner.query('SELECT 1'), facts: facts.ping() };
  const answers = await Promise.allSettled(Object.values(asked));
  return Object.keys(asked).filter((_, index) => answers[index]?.status === 'rejected');
}
