import { VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { Placed, PlacedValue } from './placed-values.ts';

interface Props {
  values: Placed;
  /** Shows a location in detail; undefined where there is nothing finer. */
  pickOf: (locationId: string) => (() => void) | undefined;
  /** The location at which the reader is; null after the list is left. */
  onFocus: (place: PlacedValue | null) => void;
}

/** The circles of a map in words, for those who do not see it and those who use keys: one stop, and arrows within. */
export function PlaceList({ values: { locations, label, written }, pickOf, onFocus }: Props) {
  const [active, setActive] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const current = Math.min(active, locations.length - 1);
  const move = (event: KeyboardEvent) => {
    const next = indexAfter(event.key, current, locations.length);
    if (next === undefined) return;
    event.preventDefault();
    list.current?.querySelectorAll('li')[next]?.querySelector('button')?.focus();
  };
  return (
    <VisuallyHidden component="ul" ref={list} aria-label={label}>
      {locations.map((place, index) => {
        const words = `${place.name}: ${written(place.value)}`;
        const pick = pickOf(place.locationId);
        if (!pick) return <li key={place.locationId}>{words}</li>;
        return (
          <li key={place.locationId}>
            <button
              type="button"
              tabIndex={index === current ? 0 : -1}
              onClick={pick}
              onKeyDown={move}
              onFocus={() => {
                setActive(index);
                onFocus(place);
              }}
              onBlur={() => onFocus(null)}
            >
              {words}
            </button>
          </li>
        );
      })}
    </VisuallyHidden>
  );
}

function indexAfter(key: string, index: number, length: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
    case 'ArrowRight':
      return Math.min(index + 1, length - 1);
    case 'ArrowUp':
    case 'ArrowLeft':
      return Math.max(index - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return length - 1;
    default:
      return undefined;
  }
}
