import { getStaffPolicy, setStaffPolicy } from '@atrium/contract/second-factor';
import { Switch } from '@mantine/core';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import classes from './second-factor.module.css';
import { texts } from './texts.ts';

const words = texts.staff;

/** The policy for all staff. */
export function StaffPolicy() {
  const policy = useEndpoint(getStaffPolicy, {}, { texts: words.read });
  const save = useWrite(setStaffPolicy, words.write, [getStaffPolicy]);
  return (
    <div className={classes['section']}>
      <Switch
        label={words.label}
        description={words.help}
        checked={policy.data?.requireSecondFactor ?? false}
        disabled={!policy.data || save.isPending}
        onChange={(event) => save.mutate({ body: { requireSecondFactor: event.currentTarget.checked } })}
      />
    </div>
  );
}
