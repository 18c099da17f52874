import type { SystemState } from '@atrium/contract/system';
import { Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { lasted } from '../../format/durations.ts';
import { count, wholePercent } from '../../format/numbers.ts';
import { Card } from '../../ui/Card.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Tag } from '../../ui/Tag.tsx';
import classes from './system.module.css';
import { texts } from './texts.ts';

type Warning = SystemState['warnings'][number];

/** Warnings for the operator, with what to do. */
export function WarningList({ warnings }: { warnings: readonly Warning[] }) {
  return (
    <Card>
      {warnings.length === 0 ? (
        <div className={classes['well']}>
          <IconCircleCheck size={20} className={classes['check']} aria-hidden />
          <div>
            <Title order={2}>{texts.none.title}</Title>
            <p className={classes['remedy']}>{texts.none.text}</p>
          </div>
        </div>
      ) : (
        <>
          <Title order={2}>{texts.warnings}</Title>
          <ul className={classes['warnings']} aria-label={texts.warnings}>
            {warnings.map((warning) => (
              <li
                key={`${warning.kind} ${warning.subject}`}
                className={classes['warning']}
                data-critical={warning.isCritical || undefined}
              >
                <IconAlertTriangle size={20} className={classes['icon']} aria-hidden />
                <div>
                  <div className={classes['what']}>
                    {texts.warned(warning, figureOf(warning))}
                    <Tag tone={warning.isCritical ? 'danger' : 'warning'}>
                      {warning.isCritical ? texts.critical : texts.warning}
                    </Tag>
                  </div>
                  <p className={classes['remedy']}>{texts.remedy(warning)}</p>
                </div>
                {warning.kind === 'mails-failed' && (
                  <LinkButton variant="default" size="compact-sm" to="/app/outbox">
                    {texts.outbox}
                  </LinkButton>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

/** The value in the unit of its kind: a share, a count or a time. */
function figureOf({ kind, value }: Warning): string {
  if (kind === 'disk-low' || kind === 'disk-full') return wholePercent(value);
  if (kind === 'damage' || kind === 'mails-failed') return count(value);
  return lasted(value * 1000);
}
