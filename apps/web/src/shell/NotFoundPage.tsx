import { Button } from '@mantine/core';
import { IconMapPinOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../ui/Notice.tsx';
import { texts } from './texts.ts';

export function NotFoundPage() {
  return (
    <main>
      <EmptyState
        isPage
        icon={IconMapPinOff}
        title={texts.notFound.title}
        text={texts.notFound.text}
        action={
          <Button component={Link} to="/">
            {texts.notFound.action}
          </Button>
        }
      />
    </main>
  );
}
