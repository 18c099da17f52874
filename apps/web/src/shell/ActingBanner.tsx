import { returnFromLoginAs } from '@atrium/contract/login-as';
import { Button } from '@mantine/core';
import { IconMasksTheater } from '@tabler/icons-react';
import { useScope } from '../api/scope.tsx';
import { useWrite } from '../api/use-endpoint.ts';
import { useEnter } from '../api/use-enter.ts';
import classes from './Banner.module.css';
import { accountTexts as texts } from './account-texts.ts';

/** Shown during a login-as, with a button to return. */
export function ActingBanner() {
  const { profile } = useScope();
  const enter = useEnter();
  const back = useWrite(returnFromLoginAs, texts.acting.back);
  if (!profile.actingStaff) return null;
  return (
    <aside className={classes['acting']} aria-label={texts.acting.label}>
      <IconMasksTheater size={18} className={classes['icon']} aria-hidden />
      <span>{texts.acting.text(profile.name, profile.email)}</span>
      <Button
        size="compact-sm"
        variant="default"
        loading={back.isPending}
        onClick={() => back.mutate({}, { onSuccess: enter })}
      >
        {texts.acting.return(profile.actingStaff.name)}
      </Button>
    </aside>
  );
}
