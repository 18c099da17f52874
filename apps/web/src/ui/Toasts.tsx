import '@mantine/core/styles/Notification.css';
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
import classes from './toast.module.css';

export interface Toast {
  tone: 'success' | 'info' | 'warning' | 'danger';
  title: string;
  text: string;
  /** A toast with an action stays until it is used or dismissed, or for this many milliseconds. */
  action?: { label: string; run: () => void; forMs?: number };
}

export default function Toasts() {
  return (
    <Notifications
      className={classes['toasts'] ?? ''}
      position="bottom-left"
      containerWidth={360}
      limit={maxAtOnce}
      zIndex={400}
    />
  );
}

const maxAtOnce = 3;

const looks = {
  success: { Icon: IconCheck, color: 'var(--atrium-success)' },
  info: { Icon: IconInfoCircle, color: 'var(--atrium-primary)' },
  warning: { Icon: IconAlertTriangle, color: 'var(--atrium-warning)' },
  danger: { Icon: IconExclamationCircle, color: 'var(--atrium-danger)' },
} as const;

export function show({ tone, title, text, action }: Toast): void {
  const id = `${tone}:${title}:${text}`;
  const { Icon, color } = looks[tone];
  const lifetime = action ? action.forMs : defaultLifetime;
  const notification = {
    id,
    title,
    message: action ? <ActionMessage id={id} text={text} action={action} /> : text,
    icon: <Icon size={20} color={color} />,
    color: 'transparent',
    autoClose: false,
    ...(lifetime !== undefined && {
      // A toast in the queue has not been seen yet.
      onOpen: () => closeAfter(id, lifetime),
      // The library pauses all toasts once one appears under a resting pointer; here only pointing at a toast pauses
      // it, and only that one.
      onMouseMove: () => keepOpen(id),
      onMouseLeave: () => closeAfter(id, lifetime),
      onFocus: () => keepOpen(id),
      onBlur: () => closeAfter(id, lifetime),
    }),
    withBorder: true,
    role: tone === 'danger' || tone === 'warning' ? 'alert' : 'status',
  };
  const { notifications, queue } = notificationsStore.getState();
  const isShown = notifications.some((other) => other.id === id);
  if (isShown || queue.some((other) => other.id === id)) updateNotification(notification);
  else {
    // The newest is visible at once: the oldest that would close anyway makes room.
    const oldest = notifications.find((other) => other.id !== undefined && closings.has(other.id));
    if (oldest?.id !== undefined && notifications.length >= maxAtOnce) hideNotification(oldest.id);
    showNotification(notification);
  }
  if (isShown && lifetime !== undefined) closeAfter(id, lifetime);
}

const defaultLifetime = 6000;
const closings = new Map<string, number>();

function closeAfter(id: string, milliseconds: number): void {
  keepOpen(id);
  closings.set(
    id,
    window.setTimeout(() => hideNotification(id), milliseconds),
  );
}

function keepOpen(id: string): void {
  window.clearTimeout(closings.get(id));
  closings.delete(id);
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
