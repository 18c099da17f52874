import { getSystem } from '@atrium/contract/system';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { adminTexts as texts } from './admin-texts.ts';
import classes from './SystemWarnings.module.css';

/** Shows staff system warnings on their start page; nothing while all is well. */
export function SystemWarnings() {
  const { data: state } = useEndpoint(getSystem, {}, { every: 60_000 });
  if (!state || state.warnings.length === 0) return null;
  return (
    <section
      className={classes['message']}
      data-critical={state.status === 'degraded' || undefined}
      aria-label={texts.system}
    >
      <IconAlertTriangle size={20} className={classes['icon']} aria-hidden />
      <span className={classes['text']}>
        {state.status === 'degraded' ? texts.degraded : texts.warned(state.warnings.length)}
      </span>
      <LinkButton variant="default" size="compact-sm" to="/app/system">
        {texts.openSystem}
      </LinkButton>
    </section>
  );
}
