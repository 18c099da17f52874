import { getFirstSteps } from '@atrium/contract/welcome';
import { lazy, Suspense, useEffect } from 'react';
import { useScope } from '../../api/scope.tsx';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useRemembered } from '../../ui/use-remembered.ts';
import { stepsFor } from './first-steps.ts';

const FirstStepsCard = lazy(async () => ({ default: (await import('./FirstStepsCard.tsx')).FirstStepsCard }));

const watchEvery = 5_000;

/**
 * The steps to the first reading, each in its actual state. Once complete, the list stays for those who saw it
 * incomplete until they hide it; nobody else sees it.
 */
export function FirstSteps({ audience }: { audience: 'staff' | 'administrator' }) {
  const { userId, isStaff, orgId } = useScope();
  const ofAll = audience === 'staff';
  const key = `first-steps.${userId}.${ofAll ? 'all' : orgId}`;
  const [seen, remember] = useRemembered(key);
  const query = isStaff && !ofAll && orgId !== null ? { orgId } : {};
  const isHidden = seen === 'hidden';
  const found = useEndpoint(getFirstSteps, { query }, { every: watchEvery, enabled: !isHidden });
  const steps = found.data && stepsFor(audience, found.data);
  const isComplete = steps !== undefined && steps.every(({ state }) => state === 'done');
  const begins = steps !== undefined && !isComplete && seen === null;
  useEffect(() => {
    if (begins) remember('begun');
  });
  if (!found.data || !steps || isHidden || (isComplete && seen === null)) return null;
  return (
    <Suspense fallback={null}>
      <FirstStepsCard audience={audience} known={found.data} steps={steps} onHide={() => remember('hidden')} />
    </Suspense>
  );
}
