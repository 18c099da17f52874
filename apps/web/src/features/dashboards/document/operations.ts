import { contested, type Operation, type PlacedWidget, restoredBy } from '@atrium/rules/dashboard-edits';

/** A card that is moved step by step is one edit for the server. */
export function appended(operations: readonly Operation[], next: Operation): readonly Operation[] {
  const last = operations.at(-1);
  if (last?.kind !== 'place' || next.kind !== 'place' || last.widgetId !== next.widgetId) return [...operations, next];
  const pushed = new Map<string, PlacedWidget>([...last.pushed, ...next.pushed].map((each) => [each.widgetId, each]));
  return [...operations.slice(0, -1), { ...next, pushed: [...pushed.values()] }];
}

/** What is sent at once. A restore begins a batch, so that the history keeps what was done before it. */
export function firstBatch(operations: readonly Operation[]): readonly Operation[] {
  const restore = operations.findIndex((each, at) => at > 0 && restoredBy([each]) !== undefined);
  return restore < 0 ? operations : operations.slice(0, restore);
}

/** Steps to take back that would not also take back what others did. */
export function stepsBeside(
  steps: readonly (readonly Operation[])[],
  theirs: readonly Operation[],
): readonly (readonly Operation[])[] {
  const placed = new Set(theirs.flatMap((each) => (each.kind === 'place' ? [each.widgetId] : [])));
  const beside = (operation: Operation): Operation =>
    operation.kind === 'place'
      ? { ...operation, pushed: operation.pushed.filter(({ widgetId }) => !placed.has(widgetId)) }
      : operation;
  return steps.filter((step) => contested(step, theirs).length === 0).map((step) => step.map(beside));
}
