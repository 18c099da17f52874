import { createSensorAssignment } from '@atrium/contract/sensor-assignments';
import type { SiteWithIncludes } from '@atrium/contract/sites';
import { Button } from '@mantine/core';
import { IconGhost2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay } from '../../api/use-may.ts';
import { AddButton } from '../../ui/AddButton.tsx';
import { AssignmentDialog } from './AssignmentDialog.tsx';
import { DummyDialog } from './DummyDialog.tsx';
import { texts } from './texts.ts';

/** With permission: installs a sensor or a dummy anywhere, or at the current site. */
export function AssignButtons({ site }: { site?: SiteWithIncludes }) {
  const may = useMay(createSensorAssignment);
  const [asked, setAsked] = useState<'sensor' | 'dummy'>();
  const close = () => setAsked(undefined);
  const at = site ? { site } : {};
  return (
    may && (
      <>
        <Button variant="default" leftSection={<IconGhost2 size={16} aria-hidden />} onClick={() => setAsked('dummy')}>
          {texts.addDummy}
        </Button>
        <AddButton onClick={() => setAsked('sensor')}>{texts.add}</AddButton>
        {asked === 'sensor' && <AssignmentDialog {...at} onClose={close} />}
        {asked === 'dummy' && <DummyDialog {...at} onClose={close} />}
      </>
    )
  );
}
