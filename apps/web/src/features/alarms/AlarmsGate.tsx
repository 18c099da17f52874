import { IconBellOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { SubscriptionGate } from '../../analytics/SubscriptionGate.tsx';
import { texts } from './texts.ts';

/** Shows a page of alarms to organizations that have them. */
export function AlarmsGate({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <SubscriptionGate capability="alarmsEnabled" icon={IconBellOff} texts={{ ...texts, page: title, pageText: text }}>
      {children}
    </SubscriptionGate>
  );
}
