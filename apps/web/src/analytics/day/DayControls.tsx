import { listLocations, type Location } from '@atrium/contract/locations';
import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useList } from '../../api/use-endpoint.ts';
import { useNow } from '../../ui/use-now.ts';
import { LocationPicker, pickerQuery } from '../pickers/LocationPicker.tsx';
import { texts as pickerTexts } from '../pickers/texts.ts';
import { comparedDate, type Comparison, dateAfter, localToday, type ShownDay } from './day-search-params.ts';
import classes from './Day.module.css';
import { texts } from './texts.ts';
import { useOtherLocation } from './use-other-location.ts';

const words = texts.controls;
const kinds = ['week', 'before', 'date', 'location'] as const;

interface Props {
  location: Location;
  shown: ShownDay;
  onChange: (shown: Pick<ShownDay, 'date' | 'comparison'>) => void;
}

/** The day on screen, and its comparison. */
export function DayControls({ location, shown, onChange }: Props) {
  const { date, isToday, comparison } = shown;
  const today = localToday(location.timezone, useNow(60_000));
  const others = useList(listLocations, { query: pickerQuery('') }, { texts: pickerTexts.locations });
  const another = others.data?.rows.find(({ locationId }) => locationId !== location.locationId);
  const go = (next: string) => next !== '' && onChange({ date: next, comparison });
  const compare = (next: Comparison) => onChange({ date, comparison: next });
  const chooseKind = (kind: string | null) => {
    if (kind === 'week' || kind === 'before') compare({ kind });
    else if (kind === 'date') compare({ kind, date: comparedDate(date, { kind: 'week' }) });
    else if (kind === 'location' && another) compare({ kind, locationId: another.locationId });
  };
  return (
    <fieldset className={classes['controls']} aria-label={words.label}>
      <div className={classes['dayPicker']}>
        <ActionIcon variant="default" size="lg" aria-label={words.before} onClick={() => go(dateAfter(date, -1))}>
          <IconChevronLeft size={18} />
        </ActionIcon>
        <TextInput
          type="date"
          aria-label={words.day}
          max={today}
          value={date}
          onChange={(event) => go(event.currentTarget.value)}
        />
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={words.after}
          disabled={isToday}
          onClick={() => go(dateAfter(date, 1))}
        >
          <IconChevronRight size={18} />
        </ActionIcon>
        {!isToday && (
          <Button variant="default" onClick={() => go(today)}>
            {words.today}
          </Button>
        )}
      </div>
      <Select
        className={classes['compare'] ?? ''}
        aria-label={words.compare}
        allowDeselect={false}
        data={kinds
          .filter((kind) => kind !== 'location' || another !== undefined || comparison.kind === 'location')
          .map((kind) => ({ value: kind, label: words.kinds[kind] }))}
        value={comparison.kind}
        onChange={chooseKind}
      />
      {comparison.kind === 'date' && (
        <TextInput
          type="date"
          aria-label={words.date}
          max={today}
          value={comparison.date}
          onChange={({ currentTarget: { value } }) => value !== '' && compare({ kind: 'date', date: value })}
        />
      )}
      {comparison.kind === 'location' && (
        <OtherLocation
          locationId={comparison.locationId}
          onChange={(locationId) => compare({ kind: 'location', locationId })}
        />
      )}
    </fieldset>
  );
}

function OtherLocation({ locationId, onChange }: { locationId: string; onChange: (locationId: string) => void }) {
  const { data } = useOtherLocation(locationId, true);
  return data && <LocationPicker label={words.location} variant="field" value={data} onChange={onChange} />;
}
