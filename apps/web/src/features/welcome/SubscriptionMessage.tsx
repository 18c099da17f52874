import { welcomeExpiry } from '@atrium/rules/subscription';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useProductInfo } from '../../api/product-info.ts';
import { useScope } from '../../api/scope.tsx';
import { endingWords } from '../../api/subscription-words.ts';
import { useNow } from '../../ui/use-now.ts';
import classes from './SubscriptionMessage.module.css';

/** That the subscription ends: a warning within 60 days, an error within 30. */
export function SubscriptionMessage() {
  const { profile } = useScope();
  const info = useProductInfo();
  const now = new Date(useNow(60_000));
  const on = profile.org?.subExpiration ?? null;
  const state = welcomeExpiry(on, now);
  if (!state || on === null) return null;
  return (
    <div className={classes['message']} data-level={state.level} role="alert">
      <IconAlertTriangle size={20} className={classes['icon']} aria-hidden />
      {endingWords({ product: 'atrium', on, days: state.days }, info?.billingPhone)}
    </div>
  );
}
