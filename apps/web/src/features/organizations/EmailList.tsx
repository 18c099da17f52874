import { getRegexps } from '@atrium/contract/reference';
import { isEmail } from '@atrium/rules/email';
import { ActionIcon, Button, Input } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { askEmail } from '../../ui/dialogs/ask.ts';
import { Quiet } from '../../ui/Quiet.tsx';
import classes from './organizations.module.css';
import { texts } from './texts.ts';

interface Props {
  label: string;
  emails: string[];
  error: ReactNode;
  onChange: (emails: string[]) => void;
}

/** Addresses that notifications go to, checked against the pattern of the reference data. */
export function EmailList({ label, emails, error, onChange }: Props) {
  const words = texts.settings;
  const heading = useId();
  const patterns = useEndpoint(getRegexps, {}, {});
  const pattern = patterns.data && new RegExp(patterns.data.email);
  const add = async () => {
    const email = await askEmail({
      title: words.addEmailTitle,
      confirm: words.addEmail,
      isValid: (text) => isEmail(text) && (pattern?.test(text) ?? true),
    });
    if (email === undefined) return;
    const known = emails.some((other) => other.toLowerCase() === email.toLowerCase());
    if (!known) onChange([...emails, email]);
  };
  return (
    <div className={classes['emailList']}>
      <Input.Label component="div" id={heading}>
        {label}
      </Input.Label>
      {emails.length === 0 ? (
        <Quiet mt={2}>{words.nobody}</Quiet>
      ) : (
        <ul className={classes['emails']} aria-labelledby={heading}>
          {emails.map((email) => (
            <li key={email}>
              {email}
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={words.removeEmail(email)}
                onClick={() => onChange(emails.filter((other) => other !== email))}
              >
                <IconX size={16} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {error && <Input.Error>{error}</Input.Error>}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        aria-describedby={heading}
        onClick={() => void add()}
      >
        {words.addEmail}
      </Button>
    </div>
  );
}
