import type { OutlineNode } from '@atrium/contract/mappings';
import { csvDelimiters, mappingFormats, mappingLimits, type MappingSpec, needsInterval } from '@atrium/rules/mapping';
import { Button, Checkbox, NumberInput, SegmentedControl, Select, TextInput } from '@mantine/core';
import { LineSettings } from './LineSettings.tsx';
import classes from './mappings.module.css';
import { emptyLine, pathText } from './spec-editing.ts';
import { texts } from './texts.ts';

const words = texts.settings;

interface Props {
  spec: MappingSpec;
  outline: readonly OutlineNode[];
  /** The line that clicked counts belong to. */
  line: number;
  onLine: (line: number) => void;
  onChange: (spec: MappingSpec) => void;
}

/** What cannot be clicked: how counts, times and intervals are meant. */
export function Settings({ spec, outline, line, onLine, onChange }: Props) {
  const { interval, time, csv } = spec;
  const lists = outline.filter(({ kind, path }) => kind === 'list' && path.length > 0).map(({ path }) => path);
  const paths = [...lists, ...(lists.some((path) => pathText(path) === pathText(spec.records)) ? [] : [spec.records])];
  return (
    <div className={classes['stack']}>
      <Select
        label={words.format}
        data={mappingFormats.map((value) => ({ value, label: value.toUpperCase() }))}
        value={spec.format}
        allowDeselect={false}
        onChange={(format) => onChange({ ...spec, format: mappingFormats.find((each) => each === format) ?? 'json' })}
      />
      {spec.format === 'csv' ? (
        <>
          <Select
            label={words.delimiter}
            data={csvDelimiters.map((value) => ({ value, label: words.delimiters[value] }))}
            value={csv.delimiter}
            allowDeselect={false}
            onChange={(chosen) =>
              onChange({ ...spec, csv: { ...csv, delimiter: csvDelimiters.find((each) => each === chosen) ?? ',' } })
            }
          />
          <Checkbox
            label={words.header}
            checked={csv.header}
            onChange={(event) => onChange({ ...spec, csv: { ...csv, header: event.currentTarget.checked } })}
          />
        </>
      ) : (
        <Select
          label={words.records}
          data={[
            { value: '', label: words.wholeBody },
            ...paths
              .filter((path) => path.length > 0)
              .map((path) => ({ value: pathText(path), label: pathText(path) })),
          ]}
          value={pathText(spec.records)}
          allowDeselect={false}
          onChange={(chosen) => onChange({ ...spec, records: paths.find((path) => pathText(path) === chosen) ?? [] })}
        />
      )}
      <fieldset className={classes['lines']}>
        <legend>{words.lines}</legend>
        {spec.lines.map((each, index) => (
          <LineSettings
            // oxlint-disable-next-line react/no-array-index-key -- lines are identified by their order
            key={index}
            line={each}
            number={index + 1}
            onlyOne={spec.lines.length === 1}
            onChange={(changed) =>
              onChange({ ...spec, lines: spec.lines.map((other, i) => (i === index ? changed : other)) })
            }
            onRemove={() => {
              onLine(0);
              onChange({ ...spec, lines: spec.lines.filter((_, i) => i !== index) });
            }}
          />
        ))}
        {spec.lines.length < mappingLimits.lines && (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => {
              onLine(spec.lines.length);
              onChange({ ...spec, lines: [...spec.lines, emptyLine(spec.lines.length + 1)] });
            }}
          >
            {words.addLine}
          </Button>
        )}
        {spec.lines.length > 1 && (
          <Select
            label={words.chosenLine}
            data={spec.lines.map(({ name }, index) => ({ value: String(index), label: name || `${index + 1}` }))}
            value={String(Math.min(line, spec.lines.length - 1))}
            allowDeselect={false}
            onChange={(chosen) => onLine(Number(chosen ?? 0))}
          />
        )}
      </fieldset>
      <div>
        <div className={classes['label']} id="counting-label">
          {words.counting}
        </div>
        <SegmentedControl
          aria-labelledby="counting-label"
          fullWidth
          orientation="vertical"
          data={[
            { value: 'interval', label: words.countings.interval },
            { value: 'cumulative', label: words.countings.cumulative },
          ]}
          value={spec.counting}
          onChange={(chosen) => onChange({ ...spec, counting: chosen === 'cumulative' ? 'cumulative' : 'interval' })}
        />
      </div>
      {spec.counting === 'cumulative' && (
        <NumberInput
          label={words.modulus}
          description={words.modulusHelp}
          thousandSeparator=","
          allowDecimal={false}
          min={2}
          value={spec.modulus ?? ''}
          onChange={(value) => onChange({ ...spec, modulus: typeof value === 'number' ? value : null })}
        />
      )}
      {needsInterval(spec) && interval.kind === 'fixed' && (
        <NumberInput
          label={words.seconds}
          allowDecimal={false}
          min={1}
          max={86_400}
          value={interval.seconds}
          onChange={(value) => onChange({ ...spec, interval: { ...interval, seconds: Number(value) || 0 } })}
        />
      )}
      {needsInterval(spec) && interval.kind !== 'end' && (
        <Select
          label={words.stamp}
          data={[
            { value: 'start', label: words.stamps.start },
            { value: 'end', label: words.stamps.end },
          ]}
          value={interval.stamp}
          allowDeselect={false}
          onChange={(chosen) =>
            onChange({ ...spec, interval: { ...interval, stamp: chosen === 'start' ? 'start' : 'end' } })
          }
        />
      )}
      <Select
        label={words.zone}
        searchable
        data={[
          { value: 'offset', label: words.zones.offset },
          { value: 'location', label: words.zones.location },
          ...Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value })),
        ]}
        value={time.zone}
        allowDeselect={false}
        onChange={(zone) => onChange({ ...spec, time: { ...time, zone: zone ?? 'offset' } })}
      />
      <Checkbox
        label={words.dayFirst}
        checked={time.dayFirst}
        onChange={(event) => onChange({ ...spec, time: { ...time, dayFirst: event.currentTarget.checked } })}
      />
      <TextInput
        label={words.device}
        readOnly
        value={spec.device === null ? words.byAddress : words.byField(pathText(spec.device))}
      />
    </div>
  );
}
