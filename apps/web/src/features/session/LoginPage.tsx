import type { FactorKind } from '@atrium/rules/second-factor';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useProductInfo } from '../../api/product-info.ts';
import { PasswordLogin } from './PasswordLogin.tsx';
import { SecondStep } from './SecondStep.tsx';
import { SetupNotice } from './SetupNotice.tsx';
import { texts } from './texts.ts';

const SsoLogin = lazy(() => import('./SsoLogin.tsx'));

const route = getRouteApi('/login');

/** With a password, or at the provider of the organization. */
export function LoginPage() {
  const { sso } = route.useSearch();
  const [elsewhere, setElsewhere] = useState(sso !== undefined);
  const [factors, setFactors] = useState<FactorKind[]>();
  // Nobody can sign in yet.
  if (useProductInfo()?.needsSetup) return <SetupNotice />;
  if (factors) return <SecondStep factors={factors} onRestart={() => setFactors(undefined)} />;
  return elsewhere ? (
    <Suspense>
      <SsoLogin failure={failureOf(sso)} onPassword={() => setElsewhere(false)} />
    </Suspense>
  ) : (
    <PasswordLogin onSso={() => setElsewhere(true)} onSecondFactor={setFactors} />
  );
}

function failureOf(sso: string | undefined): string | null {
  if (sso === 'other-address') return texts.sso.otherAddress;
  return sso === 'failed' ? texts.sso.failed : null;
}
