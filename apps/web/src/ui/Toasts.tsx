import '@mantine/notifications/styles.css';
import { Button, Group, Text } from '@mantine/core';
import {
  hideNotification,
  Notifications,
  notificationsStore,
  showNotification,
  updateNotification,
} from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconExclamationCircle, IconInfoCircle } from '@tabler/icons-react';

export interface Toast {
  tone: 'success' | 'info' | 'warning' | 'danger';
  title: string;
  text: string;
  /** A toast with an action stays until it is used or dismissed, or for so many milliseconds. */
  action?: { label: string; run: () => void; forMs?: number };
}

export default function Toasts() {
  return <Notifications position="bottom-right" containerWidth={360} limit={4} autoClose={6000} zIndex={400} />;
}

const looks = {
  success: { Icon: IconCheck, color: 'var(--atrium-success)' },
  info: { Icon: IconInfoCircle, color: 'var(--atrium-primary)' },
  warning: { Icon: IconAlertTriangle, color: 'var(--atrium-warning)' },
  danger: { Icon: IconExclamationCircle, color: 'var(--atrium-danger)' },
} as const;

export function show({ tone, title, text, action }: Toast): void {
  const id = `${tone}:${title}:${text}`;
  const { Icon, color } = looks[tone];
  const notification = {
    id,
    title,
    message: action ? <ActionMessage id={id} text={text} action={action} /> : text,
    icon: <Icon size={20} color={color} />,
    color: 'transparent',
    autoClose: action ? (action.forMs ?? false) : 6000,
    withBorder: true,
    role: tone === 'danger' || tone === 'warning' ? 'alert' : 'status',
  };
  const { notifications, queue } = notificationsStore.getState();
  const shown = [...notifications, ...queue].some((other) => other.id === id);
  if (shown) updateNotification(notification);
  else showNotification(notification);
}

function ActionMessage({ id, text, action }: { id: string; text: string; action: NonNullable<Toast['action']> }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Text size="sm">{text}</Text>
      <Button
        size="xs"
        onClick={() => {
          hideNotification(id);
          action.run();
        }}
      >
        {action.label}
      </Button>
    </Group>
  );
}
