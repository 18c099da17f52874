import type { previewEstate } from '@atrium/contract/estate-files';
import type { ReplyOf } from '@atrium/contract/endpoint';
import { Button } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { count } from '../../format/numbers.ts';
import { changesInWords } from './changes-in-words.ts';
import classes from './estate-files.module.css';
import { texts } from './texts.ts';

/** What a file would change, line by line; or its problems. */
export function Outcome({ changes, problems }: ReplyOf<typeof previewEstate>) {
  if (problems.length > 0) {
    const rows = problems.map(({ line, path, message }) => ({
      key: `${line} ${path} ${message}`,
      line,
      path,
      message,
    }));
    return (
      <>
        <h3 className={classes['verdict']} data-tone="danger">
          <IconAlertCircle size={18} aria-hidden /> {texts.problems(count(problems.length))}
        </h3>
        <Lines
          label={texts.problem}
          head={[texts.field, texts.problem]}
          rows={rows.map(({ key, line, path, message }) => ({ key, line, cells: [path, message] }))}
        />
      </>
    );
  }
  if (changes.length === 0) {
    return (
      <h3 className={classes['verdict']}>
        <IconCircleCheck size={18} aria-hidden /> {texts.nothing}
      </h3>
    );
  }
  return (
    <>
      <h3 className={classes['verdict']}>{texts.changes(count(changes.length))}</h3>
      <Lines
        label={texts.effect}
        head={[texts.what, texts.name, texts.effect]}
        rows={changes.map((change) => ({
          key: `${change.line} ${change.kind} ${change.name}`,
          line: change.line,
          cells: [texts.kinds[change.kind], change.name, changesInWords(change).join('\n')],
        }))}
      />
    </>
  );
}

interface LinesProps {
  label: string;
  head: readonly string[];
  rows: readonly { key: string; line: number; cells: readonly string[] }[];
}

/** More than anyone reads one by one. */
const maxRows = 200;

function Lines({ label, head, rows }: LinesProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, maxRows);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- people without a pointer scroll it by keys */}
      <section className={classes['scroll']} aria-label={label} tabIndex={0}>
        <table className={classes['table']} aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{texts.line}</th>
              {head.map((text) => (
                <th key={text} scope="col">
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ key, line, cells }) => (
              <tr key={key}>
                <td>{line}</td>
                {cells.map((text, index) => (
                  <td key={head[index]}>{text}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {shown.length < rows.length && (
        <Button variant="default" className={classes['all']} onClick={() => setWhole(true)}>
          {texts.all(count(rows.length))}
        </Button>
      )}
    </>
  );
}
