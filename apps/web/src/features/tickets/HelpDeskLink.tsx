import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { texts } from './texts.ts';

/** A link to the same record in the help desk itself, if it has a page there. */
export function HelpDeskLink({ url }: { url: string | null }) {
  if (url === null) return null;
  return (
    <Button
      component="a"
      href={url}
      target="_blank"
      rel="noreferrer"
      variant="default"
      leftSection={<IconExternalLink size={16} aria-hidden />}
    >
      {texts.open}
    </Button>
  );
}
