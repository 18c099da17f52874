import { cascadeCapabilities, neededBy } from '@atrium/rules/capability-cascade';
import { Switch } from '@mantine/core';
import {
  type OrganizationFlag,
  type OrganizationSwitches,
  type OrganizationValues,
  switches,
} from './organization-values.ts';
import classes from './organizations.module.css';
import { texts } from './texts.ts';

interface Props {
  chosen: OrganizationValues;
  readOnly: boolean;
  onChange: (flag: OrganizationFlag, on: boolean) => void;
}

/**
 * Shows each switch as it will be saved. A choice made before its prerequisite was switched off returns with the
 * prerequisite.
 */
export function CapabilitySwitches({ chosen, readOnly, onChange }: Props) {
  const settled = cascadeCapabilities(chosen);
  const groups = Object.entries(switches) as [keyof OrganizationSwitches, readonly OrganizationFlag[]][];
  return (
    <div className={classes['groups']}>
      {groups.map(([group, flags]) => (
        <fieldset key={group}>
          <legend>{texts.groups[group]}</legend>
          {flags.map((flag) => {
            const missing = neededBy(flag).filter((needed) => !settled[needed]);
            const needs = missing.map((needed) => texts.flags[needed]).join(', ');
            return (
              <Switch
                key={flag}
                label={texts.flags[flag]}
                description={missing.length > 0 ? texts.needs(needs) : undefined}
                checked={settled[flag]}
                disabled={readOnly || missing.length > 0}
                onChange={(event) => onChange(flag, event.currentTarget.checked)}
              />
            );
          })}
        </fieldset>
      ))}
    </div>
  );
}
