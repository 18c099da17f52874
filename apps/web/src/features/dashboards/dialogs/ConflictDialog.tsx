import type { Widget } from '@atrium/rules/dashboard';
import { type Choice, type Contested, keyOfContested } from '@atrium/rules/dashboard-edits';
import { Button, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import type { Conflict } from '../document/dashboard-store.ts';
import { texts } from '../texts.ts';
import { widgetName } from '../widget-name.ts';
import classes from './dialogs.module.css';

interface Props {
  conflict: Conflict;
  onChoose: (choices: ReadonlyMap<string, Choice>) => void;
}

interface Question {
  readonly key: string;
  readonly label: string;
  readonly options: readonly { readonly choice: Choice; readonly label: string }[];
}

/** What two people changed at once. It needs an answer: nothing is saved before. */
export function ConflictDialog({ conflict, onChoose }: Props) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Choice>>(new Map());
  const questions = conflict.contested.map((each) => questionOf(each, conflict));
  // Where both can be kept, nothing is lost by going on.
  const choiceOf = ({ key, options }: Question) => chosen.get(key) ?? options.at(-1)!.choice;
  return (
    <Dialog title={texts.conflict.title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onChoose(new Map(questions.map((question) => [question.key, choiceOf(question)])));
        }}
      >
        <Stack gap="md">
          <Text>{texts.conflict.text(conflict.authors)}</Text>
          {questions.map((question) => (
            <Radio.Group
              key={question.key}
              label={question.label}
              value={choiceOf(question)}
              onChange={(value) => setChosen(new Map([...chosen, [question.key, value]]))}
            >
              <Stack gap={4} mt={4}>
                {question.options.map(({ choice, label }) => (
                  <Radio key={choice} value={choice} label={label} />
                ))}
              </Stack>
            </Radio.Group>
          ))}
        </Stack>
        <div className={classes['foot']}>
          <Button type="submit">{texts.conflict.submit}</Button>
        </div>
      </form>
    </Dialog>
  );
}

function questionOf(each: Contested, { mine, theirs }: Conflict): Question {
  const key = keyOfContested(each);
  const words = texts.conflict;
  if (each.kind === 'title')
    return {
      key,
      label: words.name,
      options: [
        { choice: 'mine', label: `${words.mine}: “${mine.name}”` },
        { choice: 'theirs', label: `${words.theirs}: “${theirs.name}”` },
      ],
    };
  if (each.kind === 'all') {
    const options = [
      { choice: 'mine', label: words.mine },
      { choice: 'theirs', label: words.theirs },
    ] as const;
    return { key, label: words.all, options };
  }
  const find = (widgets: readonly Widget[]) => widgets.find(({ widgetId }) => widgetId === key);
  const [own, other] = [find(mine.widgets), find(theirs.widgets)];
  const known = own ?? other;
  return {
    key,
    label: known ? widgetName(known) : key,
    options: [
      { choice: 'mine', label: own ? words.mine : words.mineGone },
      { choice: 'theirs', label: other ? words.theirs : words.theirsGone },
      ...(own && other ? [{ choice: 'copy', label: words.copy } as const] : []),
    ],
  };
}
