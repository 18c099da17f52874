import { importTypes } from '@atrium/rules/import-file';
import { Anchor, Group } from '@mantine/core';
import { templateUrl } from './template.ts';
import { texts } from './texts.ts';

/** A file of each kind to start from. */
export function Templates({ justify }: { justify?: 'center' }) {
  return (
    <Group gap="md" {...(justify && { justify })}>
      {importTypes.map((type) => (
        <Anchor key={type} href={templateUrl(type)} download={`${type}.csv`} size="sm">
          {texts.template(texts.types[type])}
        </Anchor>
      ))}
    </Group>
  );
}
