import { previewCorrection } from '@atrium/contract/corrections';
import type { Counts } from '@atrium/rules/correction';
import type { CorrectionKind } from '@atrium/rules/correction-kinds';
import { NumberInput, Skeleton, Title } from '@mantine/core';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { dateIn } from '../../format/dates.ts';
import { count } from '../../format/numbers.ts';
import classes from './corrections.module.css';
import { texts } from './texts.ts';

const words = texts.dialog;

/** What someone entered for the hours of a period. */
export interface Entered {
  /** The period it was entered for. */
  readonly period: string;
  readonly counts: readonly Counts[];
}

interface Props {
  request: {
    readonly query: { readonly orgId: string };
    readonly body: { zoneId: string; from: string; to: string; kind: CorrectionKind };
  };
  timezone: string;
  entered: Entered | undefined;
  onEnter: (entered: Entered) => void;
}

/** What was counted in a period hour by hour, and what will count; entered counts are typed here. */
export function CorrectionPreview({ request, timezone, entered, onEnter }: Props) {
  const found = useEndpoint(previewCorrection, request, { texts: words.read, keep: true });
  const { kind, from, to } = request.body;
  const preview = found.data;
  if (found.error) return <p className={classes['problem']}>{found.error.message}</p>;
  if (!preview) return <Skeleton height={120} />;
  const period = `${from} ${to}`;
  const counted = preview.hours.map((hour) => hour.counted ?? { ins: 0, outs: 0 });
  const counts = entered?.period === period ? entered.counts : counted.map(rounded);
  const isReplaced = kind === 'replaced';
  const enter = (at: number, change: Partial<Counts>) =>
    onEnter({ period, counts: counts.map((each, index) => (index === at ? { ...each, ...change } : each)) });
  const after = isReplaced ? counts.reduce((sum, { ins }) => sum + ins, 0) : preview.corrected.ins;
  const showsOut = kind !== 'excluded';
  return (
    <section className={classes['preview']} aria-busy={found.isFetching} aria-label={words.preview}>
      <Title order={3}>{words.preview}</Title>
      <output>{words.sum(count(preview.counted.ins), count(after))}</output>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- people without a pointer scroll it by keys */}
      <div className={classes['hours']} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.hour}</th>
              <th scope="col">{words.counted}</th>
              {showsOut && <th scope="col">{words.corrected}</th>}
            </tr>
          </thead>
          <tbody>
            {preview.hours.map((hour, at) => {
              const name = dateIn(timezone, 'timestamp', Date.parse(hour.from));
              const own = counts[at] ?? { ins: 0, outs: 0 };
              return (
                <tr key={hour.from}>
                  <th scope="row">{name}</th>
                  <td>{pair(hour.counted)}</td>
                  {kind === 'estimated' && <td>{pair(hour.corrected)}</td>}
                  {isReplaced && (
                    <td className={classes['entry']}>
                      {(['ins', 'outs'] as const).map((field) => (
                        <NumberInput
                          key={field}
                          size="xs"
                          w={90}
                          min={0}
                          max={1_000_000}
                          allowDecimal={false}
                          hideControls
                          aria-label={(field === 'ins' ? words.insOf : words.outsOf)(name)}
                          value={own[field]}
                          onChange={(value) => enter(at, { [field]: Number(value) || 0 })}
                        />
                      ))}
                    </td>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function pair(counts: Counts | null): string {
  return counts ? `${count(counts.ins)} / ${count(counts.outs)}` : '–';
}

function rounded({ ins, outs }: Counts): Counts {
  return { ins: Math.round(ins), outs: Math.round(outs) };
}
