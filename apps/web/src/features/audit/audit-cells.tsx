import type { AuditEntry } from '@atrium/contract/audit';
import { Button } from '@mantine/core';
import { longTimestamp } from '../../format/dates.ts';
import { showObject, showObjectAsForm } from '../../ui/dialogs/ask.ts';
import type { Cells } from '../../ui/table/cells.ts';
import classes from './audit.module.css';
import { actionLabel, sentenceOf } from './sentences.ts';
import { texts } from './texts.ts';

type Person = NonNullable<AuditEntry['user']>;

export function auditCells(onPerson: (person: Person) => void): Cells<AuditEntry> {
  return {
    what: (entry) => <span className={classes['sentence']}>{sentenceOf(entry)}</span>,
    who: (entry) => {
      const person = entry.user ?? entry.actingStaff;
      return (
        person && (
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes['who'] ?? ''}
            aria-label={texts.only(person.name)}
            onClick={() => onPerson(person)}
          >
            {person.name}
          </Button>
        )
      );
    },
    actions: (entry) => (
      <div className={classes['actions']}>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={texts.showOf(sentenceOf(entry))}
          onClick={() => void showObjectAsForm({ title: texts.entry, fields: fieldsOf(entry) })}
        >
          {texts.show}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={texts.jsonOf(sentenceOf(entry))}
          onClick={() => void showObject({ title: texts.entry, value: entry })}
        >
          {texts.json}
        </Button>
      </div>
    ),
  };
}

function fieldsOf(entry: AuditEntry): { label: string; value: string }[] {
  const { user, actingStaff, entityType, entityId, detail } = entry;
  const labels = texts.fields;
  return [
    { label: labels.at, value: longTimestamp(entry.at) },
    ...(user ? [{ label: labels.who, value: `${user.name} (${user.email})` }] : []),
    ...(actingStaff ? [{ label: labels.actingStaff, value: `${actingStaff.name} (${actingStaff.email})` }] : []),
    { label: labels.action, value: actionLabel(entry.action) },
    ...(entityType ? [{ label: labels.entity, value: `${entityType} ${entityId ?? ''}` }] : []),
    ...Object.entries(detail ?? {}).map(([label, value]) => ({
      label,
      value: typeof value === 'string' ? value : JSON.stringify(value),
    })),
  ];
}
