import { Button, Group, Stack, Text } from '@mantine/core';
import { Copy } from '../../ui/Copy.tsx';
import classes from './second-factor.module.css';
import { texts } from './texts.ts';

const words = texts.codes;

interface Props {
  codes: readonly string[];
  /** Their owner, for the file. */
  email?: string;
  onSaved: () => void;
}

/** Shown once, to be saved. */
export function RecoveryCodes({ codes, email = '', onSaved }: Props) {
  const text = [words.fileHead(email), '', ...codes, ''].join('\n');
  return (
    <Stack gap="md">
      <Text>{words.shown}</Text>
      <ul className={classes['codes']} aria-label={words.title}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Group gap="xs">
        <Copy value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? words.copied : words.copy}
            </Button>
          )}
        </Copy>
        <Button
          variant="default"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={words.file}
        >
          {words.download}
        </Button>
      </Group>
      <Button onClick={onSaved}>{words.saved}</Button>
    </Stack>
  );
}
