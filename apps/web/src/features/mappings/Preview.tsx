import type { MappingPreview, previewMapping } from '@atrium/contract/mappings';
import type { ReplyOf } from '@atrium/contract/endpoint';
import { formatMac } from '@atrium/rules/mac-address';
import { longTimestamp } from '../../format/dates.ts';
import classes from './mappings.module.css';
import { texts } from './texts.ts';

const words = texts.preview;

interface Props {
  shown: ReplyOf<typeof previewMapping>;
  assumed: readonly (keyof typeof texts.assumptions)[];
}

/** What a mapping makes of this push and of the last ones. */
export function Preview({ shown, assumed }: Props) {
  const { preview, last, problems, flaw } = shown;
  const flaws = [...new Set([...(flaw === null ? [] : [flaw]), ...preview.flaws])];
  return (
    <div className={classes['stack']}>
      <Notes title={words.missing} notes={problems.map(({ message }) => `${message}.`)} tone="warning" />
      <Notes title={words.flaws} notes={flaws.map((each) => texts.flaws[each] ?? each)} tone="danger" />
      <Notes title={words.assumed} notes={assumed.map((each) => texts.assumptions[each])} tone="neutral" />
      <h3 className={classes['subheading']}>{words.this}</h3>
      <Device preview={preview} />
      <Readings preview={preview} label={words.table} />
      {last.length > 0 && (
        <>
          <h3 className={classes['subheading']}>{words.last}</h3>
          {last.map(({ sampleId, receivedAt, preview: each }) => (
            <details key={sampleId} className={classes['last']}>
              <summary>
                {words.received(longTimestamp(receivedAt))}
                <span className={classes['quiet']}>
                  {each.flaws[0] === undefined
                    ? words.readings(each.total)
                    : (texts.flaws[each.flaws[0]] ?? each.flaws[0])}
                </span>
              </summary>
              <Readings preview={each} label={words.received(longTimestamp(receivedAt))} />
            </details>
          ))}
        </>
      )}
    </div>
  );
}

function Device({ preview: { device, rows } }: { preview: MappingPreview }) {
  const named = device ?? rows.find((row) => row.device !== null)?.device ?? null;
  return <p className={classes['quiet']}>{named === null ? words.noDevice : words.device(formatMac(named))}</p>;
}

function Readings({ preview: { rows, total }, label }: { preview: MappingPreview; label: string }) {
  if (rows.length === 0) return <p className={classes['quiet']}>{words.none}</p>;
  const hasLevels = rows.some(({ level }) => level !== null);
  const { columns } = words;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard */}
      <section className={classes['scroll']} tabIndex={0} aria-label={label}>
        <table className={classes['readings']} aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{columns.line}</th>
              <th scope="col">{columns.when}</th>
              <th scope="col" data-number>
                {columns.ins}
              </th>
              <th scope="col" data-number>
                {columns.outs}
              </th>
              {hasLevels && (
                <th scope="col" data-number>
                  {columns.level}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows have no id: one line may say two things about one time
              <tr key={index}>
                <th scope="row">{row.line}</th>
                <td>
                  {longTimestamp(row.from ?? row.to)}
                  {row.from !== null && <span className={classes['quiet']}> · {lengthOf(row.from, row.to)}</span>}
                </td>
                <td data-number>{row.ins ?? '–'}</td>
                <td data-number>{row.outs ?? '–'}</td>
                {hasLevels && <td data-number>{row.level ?? '–'}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {total > rows.length && <p className={classes['quiet']}>{words.more(total - rows.length)}</p>}
      {rows.some(({ kind }) => kind === 'counter') && <p className={classes['quiet']}>{words.counter}</p>}
    </>
  );
}

function lengthOf(from: string, to: string): string {
  const seconds = Math.round((Date.parse(to) - Date.parse(from)) / 1000);
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

interface NotesProps {
  title: string;
  notes: readonly string[];
  tone: 'neutral' | 'warning' | 'danger';
}

function Notes({ title, notes, tone }: NotesProps) {
  if (notes.length === 0) return null;
  return (
    <div className={classes['notes']} data-tone={tone} role={tone === 'neutral' ? undefined : 'status'}>
      <strong>{title}</strong>
      <ul>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </div>
  );
}
