import { type CSSProperties, type UIEvent, useState } from 'react';
import classes from './Pie.module.css';
import { fontSizeInRing, hintHeight, pieLayout } from './pie-layout.ts';
import { seriesColor } from './series-color.ts';
import { ringPath, slicesOf } from './slices.ts';
import { texts } from './texts.ts';

export interface PiePart {
  id: string;
  name: string;
  value: number | null;
}

interface Props {
  label: string;
  parts: readonly PiePart[];
  format: (value: number | null) => string;
  width: number;
  height: number;
  /** The values are percentages themselves: shares of them, and their sum, would say the same again or nothing. */
  areShares?: boolean;
  /** A click on a part, or Enter; undefined for parts that cannot be picked. */
  pickOf?: ((id: string) => (() => void) | undefined) | undefined;
}

/** Shares of a whole as a ring, with a list of them: the list is what is read, the ring is what is seen. */
export function Pie({ label, parts, format, width, height, areShares = false, pickOf }: Props) {
  const [active, setActive] = useState<string | null>(null);
  const slices = slicesOf(parts.map(({ value }) => value));
  const written = parts.map(({ value }) => (value === null ? texts.noValue : format(value)));
  const names = parts.map(({ name }) => name);
  const layout = pieLayout({ width, height, names, values: written, areShares });
  const { ringSize: size, isListBeside, fitting, lineHeight, hasTwoLines, listWidth } = layout;
  const list = `${fitting} ${parts.length}`;
  const [scrolled, setScrolled] = useState({ list, rows: 0 });
  const more = parts.length - (fitting ?? 0) - (scrolled.list === list ? scrolled.rows : 0);
  const [outer, inner] = [size / 2 - 2, size / 3.4];
  const whole = parts.reduce((sum, { value }) => sum + Math.max(0, value ?? 0), 0);
  const shown = parts.find(({ id }) => id === active);
  const middle = shown || !areShares ? format(shown ? shown.value : whole) : '';
  const fontSize = fontSizeInRing(inner, format(whole));
  return (
    <div className={classes['pie']} data-beside={isListBeside || undefined} style={{ height }}>
      {size > 0 && (
        <svg width={size} height={size} viewBox={`${-size / 2} ${-size / 2} ${size} ${size}`} aria-hidden>
          {slices.map(
            (slice, index) =>
              slice && (
                <path
                  key={parts[index]!.id}
                  className={classes['slice']}
                  data-faded={(active !== null && active !== parts[index]!.id) || undefined}
                  d={ringPath(slice, outer, inner)}
                  fill={seriesColor({ color: index })}
                  onPointerEnter={() => setActive(parts[index]!.id)}
                  onPointerLeave={() => setActive(null)}
                  onClick={pickOf?.(parts[index]!.id)}
                  data-picks={pickOf?.(parts[index]!.id) !== undefined || undefined}
                />
              ),
          )}
          {fontSize !== undefined && (
            <text className={classes['whole']} data-number style={{ fontSize }}>
              {middle}
            </text>
          )}
        </svg>
      )}
      <div className={classes['listed']} style={{ width: listWidth, '--line': `${lineHeight}px` } as CSSProperties}>
        <ul
          key={list}
          className={classes['list']}
          aria-label={label}
          data-two-lines={hasTwoLines || undefined}
          {...(fitting !== undefined && {
            tabIndex: 0,
            style: { height: fitting * lineHeight },
            onScroll: ({ currentTarget: { scrollTop } }: UIEvent<HTMLElement>) =>
              setScrolled({ list, rows: Math.round(scrollTop / lineHeight) }),
          })}
        >
          {parts.map(({ id, name }, index) => (
            <li
              key={id}
              data-faded={(active !== null && active !== id) || undefined}
              onPointerEnter={() => setActive(id)}
              onPointerLeave={() => setActive(null)}
            >
              <span className={classes['dot']} style={{ background: seriesColor({ color: index }) }} />
              <Name name={name} onPick={pickOf?.(id)} />
              <span className={classes['value']} data-number>
                {written[index]}
              </span>
              {!areShares && (
                <span className={classes['share']} data-number>
                  {slices[index] ? shareText(slices[index].share) : ''}
                </span>
              )}
            </li>
          ))}
        </ul>
        {fitting !== undefined && (
          <div className={classes['more']} style={{ height: hintHeight }} aria-hidden>
            {more > 0 && texts.moreParts(more)}
          </div>
        )}
      </div>
    </div>
  );
}

function Name({ name, onPick }: { name: string; onPick: (() => void) | undefined }) {
  if (!onPick)
    return (
      <span className={classes['name']} title={name}>
        {name}
      </span>
    );
  return (
    <button type="button" className={classes['name']} title={name} data-picks onClick={onPick}>
      {name}
    </button>
  );
}

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 });

function shareText(share: number): string {
  return share < 0.005 ? '<1%' : percent.format(share);
}
