import { Button } from '@mantine/core';
import { Copy } from './Copy.tsx';
import classes from './CopyValue.module.css';
import { texts } from './texts.ts';

interface Props {
  value: string;
  /** What it is, for the button's accessible name. */
  label: string;
  /** The primary copy button of a page. */
  isPrimary?: boolean;
}

/** A value to paste elsewhere. It can also be selected by hand. */
export function CopyValue({ value, label, isPrimary }: Props) {
  return (
    <div className={classes['line']}>
      <code className={classes['value']}>{value}</code>
      <Copy value={value}>
        {({ copied, copy }) => (
          <Button
            variant={isPrimary ? 'filled' : 'default'}
            size="compact-sm"
            className={classes['button'] ?? ''}
            aria-label={texts.copyOf(label)}
            onClick={copy}
          >
            <span aria-live="polite">{copied ? texts.copied : texts.copy}</span>
          </Button>
        )}
      </Copy>
    </div>
  );
}
