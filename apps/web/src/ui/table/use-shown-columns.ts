import { useMediaQuery } from '@mantine/hooks';
import { type RefCallback, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { breakpoints } from '../theme/tokens.ts';
import { useRemembered } from '../use-remembered.ts';
import type { Column } from './column.ts';
import { withoutLast } from './fitting-columns.ts';

interface ShownColumns<Row> {
  shown: Column<Row>[];
  /** Columns that only lack room on the screen are still in the file. */
  inFile: Column<Row>[];
  toggle: (column: Column<Row>) => void;
  /** The element in which the table scrolls. */
  frame: RefCallback<HTMLElement>;
}

/**
 * The columns that someone chose for this list on this device, otherwise those that fit the screen and the table's
 * container.
 */
export function useShownColumns<Row>(
  list: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[] | undefined,
): ShownColumns<Row> {
  const [remembered, remember] = useRemembered(`columns.${list}`);
  const fits = {
    tablet: useMediaQuery(`(min-width: ${breakpoints.tablet}px)`) ?? true,
    desktop: useMediaQuery(`(min-width: ${breakpoints.desktop}px)`) ?? true,
    roomy: useMediaQuery(`(min-width: ${breakpoints.roomy}px)`) ?? true,
    wide: useMediaQuery(`(min-width: ${breakpoints.wide}px)`) ?? true,
  };
  const chosen = new Map((remembered ?? '').split(' ').map((word) => [word.slice(1), word.startsWith('+')]));
  const wanted = columns.filter(({ key, from }) => chosen.get(key) ?? (from ? fits[from] : true));
  const { shown, frame } = useFitting(wanted, rows, ({ key }) => chosen.get(key) === true);
  return {
    shown,
    inFile: columns.filter(({ key, isActions }) => !isActions && (chosen.get(key) ?? true)),
    toggle: (column) => {
      const next = new Map(chosen).set(column.key, !shown.includes(column));
      remember(
        [...next]
          .filter(([id]) => id !== '')
          .map(([id, on]) => (on ? '+' : '-') + id)
          .join(' '),
      );
    },
    frame,
  };
}

/** Drops one column after another while the table is wider than its container. */
function useFitting<Row>(
  wanted: readonly Column<Row>[],
  rows: readonly Row[] | undefined,
  isChosen: (column: Column<Row>) => boolean,
) {
  const element = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(0);
  // Another width, or another choice of columns, starts over.
  const arrangement = `${width} ${wanted.map(({ key }) => key).join(' ')}`;
  const [left, setLeft] = useState({ arrangement, count: 0 });
  const count = left.arrangement === arrangement ? left.count : 0;
  const shown = withoutLast(wanted, count, isChosen);
  const hasSpare = withoutLast(wanted, count + 1, isChosen).length < shown.length;
  useLayoutEffect(() => {
    const table = rows && element.current;
    const isTooWide = table && table.scrollWidth > table.clientWidth;
    // oxlint-disable-next-line react/set-state-in-effect -- the fit is known after layout, and applied before painting
    if (isTooWide && hasSpare) setLeft({ arrangement, count: count + 1 });
  }, [arrangement, count, hasSpare, rows]);
  const frame = useCallback((node: HTMLElement | null) => {
    element.current = node;
    if (!node) return undefined;
    const observer = new ResizeObserver(() => setWidth(node.clientWidth));
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  return { shown, frame };
}
