import type { CounterAction, CounterPayload } from '@atrium/contract/manual-occupancy';
import { counterTexts, mayCount } from '@atrium/rules/manual-occupancy';
import { isOccupancy, resetTexts } from '@atrium/rules/reset-config';
import type { Changes } from '../../estate/changes.ts';
import type { CountByHand } from '../../estate/hand-action.ts';
import { notFound, Refusal, refuseProblems } from '../../refusal.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import { addReset, hasResetAt } from './reset-store.ts';
import type { StoredSpace } from './space-store.ts';
import { auditEntry, existingSpace } from './spaces.ts';

interface Dependencies {
  readonly registry: Registry;
  readonly changes: Changes;
  readonly countByHand: CountByHand;
}

export type Counter = (scope: Scope, action: CounterAction, payload: CounterPayload) => Promise<number>;

/** Who may count by hand where. A reset is one like any other: it is listed, recorded and can be taken back. */
export function createCounter({ registry, changes, countByHand }: Dependencies): Counter {
  return async (scope, action, payload) => {
    const { actionId, value = 0 } = payload;
    const { orgId, userId } = scope;
    const common = { orgId, userId, action, actionId, at: Date.parse(payload.at) / 1000, value };
    if (action !== 'reset') {
      return registry.tenant(scope, async (tx) => {
        const { spaceId } = await countedSpace(tx, scope, payload.spaceId);
        return countByHand(tx, { ...common, spaceId });
      });
    }
    if (!isOccupancy(value)) refuseProblems([{ path: 'value', message: resetTexts.value }]);
    return changes(scope, async ({ tx, now, record }) => {
      const { spaceId, name } = await countedSpace(tx, scope, payload.spaceId);
      const writeReset = async (resetDate: Date) => {
        if (await hasResetAt(tx, spaceId, resetDate)) throw new Refusal('conflict', counterTexts.resetSince);
        await addReset(tx, { orgId, spaceId, resetDate, occupants: value }, now);
        const detail = { name, resetDate: resetDate.toISOString(), occupants: value };
        await record({ ...auditEntry('occupancy-reset-added', spaceId), detail });
      };
      return countByHand(tx, { ...common, spaceId, writeReset });
    });
  };
}

async function countedSpace(tx: Transaction, scope: Scope, id: string): Promise<StoredSpace> {
  const space = await existingSpace(tx, scope, id);
  if (!mayCount(scope.capabilities, space)) throw notFound('The space');
  return space;
}
