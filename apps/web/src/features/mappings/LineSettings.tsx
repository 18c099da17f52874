import type { MappedLine } from '@atrium/rules/mapping';
import { ActionIcon, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import classes from './mappings.module.css';
import { pathText } from './spec-editing.ts';
import { texts } from './texts.ts';

const words = texts.settings;

interface Props {
  line: MappedLine;
  number: number;
  onlyOne: boolean;
  onChange: (line: MappedLine) => void;
  onRemove: () => void;
}

/** The name of a line, and which texts mean in and out where one field counts both. */
export function LineSettings({ line, number, onlyOne, onChange, onRemove }: Props) {
  const { direction, nameField } = line;
  return (
    <div className={classes['stack']}>
      <div className={classes['line']}>
        {nameField ? (
          <span>{words.lineNamed(pathText(nameField))}</span>
        ) : (
          <TextInput
            className={classes['lineName'] ?? ''}
            aria-label={words.lineName(number)}
            value={line.name}
            onChange={(event) => onChange({ ...line, name: event.currentTarget.value })}
          />
        )}
        {!onlyOne && (
          <ActionIcon variant="subtle" color="gray" aria-label={words.removeLine(line.name)} onClick={onRemove}>
            <IconTrash size={16} />
          </ActionIcon>
        )}
      </div>
      {direction && (
        <div className={classes['pair']}>
          <TextInput
            label={words.ins}
            value={direction.ins}
            onChange={(event) => onChange({ ...line, direction: { ...direction, ins: event.currentTarget.value } })}
          />
          <TextInput
            label={words.outs}
            value={direction.outs}
            onChange={(event) => onChange({ ...line, direction: { ...direction, outs: event.currentTarget.value } })}
          />
        </div>
      )}
    </div>
  );
}
