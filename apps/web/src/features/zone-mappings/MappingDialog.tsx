import {
  createExpectedWaitMapping,
  type ExpectedWaitMappingWithIncludes,
  getExpectedWaitMapping,
  listExpectedWaitMappings,
  updateExpectedWaitMapping,
} from '@atrium/contract/expected-wait-mappings';
import { listSensors } from '@atrium/contract/sensors';
import { listSpaces } from '@atrium/contract/spaces';
import { problemIf } from '@atrium/rules/problem';
import {
  chosenZoneProblems,
  defaultSampleInterval,
  sampleIntervalProblems,
  zoneMappingTexts,
} from '@atrium/rules/zone-mapping';
import { NumberInput, Select } from '@mantine/core';
import { useList, useWrite } from '../../api/use-endpoint.ts';
import { useWriteForm } from '../../forms/use-write-form.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { texts } from './texts.ts';

interface Values extends Record<string, unknown> {
  spaceId: string | null;
  headZoneId: string | null;
  throughputSampleInterval: number | string;
}

interface Props {
  /** Absent for a new one. */
  mapping?: ExpectedWaitMappingWithIncludes | undefined;
  /** The space of a new one. */
  spaceId?: string | undefined;
  onClose: () => void;
}

/** Where people queue, where they leave the queue, and how long that is sampled. */
export function MappingDialog({ mapping, spaceId, onClose }: Props) {
  const changed = [listExpectedWaitMappings, getExpectedWaitMapping];
  const create = useWrite(createExpectedWaitMapping, texts.created, changed);
  const update = useWrite(updateExpectedWaitMapping, texts.updated, changed);
  const { form, dialog } = useWriteForm<Values, unknown>({
    problems: (values) => [
      ...problemIf(values.spaceId === null, 'spaceId', texts.fields.spaceRequired),
      ...problemIf(values.headZoneId === null, 'headZoneId', zoneMappingTexts.headZone),
      ...sampleIntervalProblems(values.throughputSampleInterval),
    ],
    initialValues: {
      spaceId: mapping?.spaceId ?? spaceId ?? null,
      headZoneId: mapping?.headZoneId ?? null,
      throughputSampleInterval: mapping?.throughputSampleInterval ?? defaultSampleInterval,
    },
    submit: (values) => {
      const body = { ...values, spaceId: values.spaceId ?? '' };
      if (!mapping) return create.mutateAsync({ body });
      const { expectedWaitMappingId, version } = mapping;
      return update.mutateAsync({ params: { expectedWaitMappingId }, body, seenVersion: version });
    },
    done: onClose,
  });
  const spaces = useList(listSpaces, { query: { ...choices, include: 'location' } }, { texts: texts.spaces });
  const space = spaces.data?.rows.find((each) => each.spaceId === form.values.spaceId);
  return (
    <FormDialog
      title={mapping ? texts.edit : texts.add}
      {...(!mapping && { submit: texts.add })}
      onClose={onClose}
      {...dialog}
    >
      <Select
        label={texts.fields.space}
        description={texts.fields.spaceHelp}
        required
        searchable
        data-autofocus
        nothingFoundMessage={texts.fields.noSpace}
        data={(spaces.data?.rows ?? []).map(({ spaceId: value, name, location }) => ({
          value,
          label: location ? `${name}, ${location.name}` : name,
        }))}
        {...form.getInputProps('spaceId')}
        onChange={(next) => {
          const isElsewhere = spaces.data?.rows.find((each) => each.spaceId === next)?.locationId !== space?.locationId;
          form.setValues({ spaceId: next, ...(isElsewhere && { headZoneId: null }) });
        }}
      />
      <HeadZoneSelect
        locationId={space?.locationId}
        chosen={mapping && { zoneId: mapping.headZoneId, name: mapping.zone?.name }}
        input={form.getInputProps('headZoneId')}
      />
      <NumberInput
        label={texts.fields.interval}
        description={texts.fields.intervalHelp}
        min={1}
        max={120}
        clampBehavior="none"
        allowDecimal={false}
        {...form.getInputProps('throughputSampleInterval')}
      />
    </FormDialog>
  );
}

const choices = { limit: 1000, order: 'name' };

interface HeadZoneProps {
  locationId: string | undefined;
  /** What the mapping has; it may have been disabled since. */
  chosen: { zoneId: string; name: string | undefined } | undefined;
  input: object;
}

/** The zones at a location that can be the head of a queue. */
function HeadZoneSelect({ locationId, chosen, input }: HeadZoneProps) {
  const query = { ...choices, active: 'true' as const, include: 'zone', locationId: locationId ?? '' };
  const sensors = useList(listSensors, { query }, { texts: texts.zones, enabled: locationId !== undefined });
  const offered = (sensors.data?.rows ?? []).flatMap(({ zone = [], name: sensor }) =>
    zone
      .filter((each) => chosenZoneProblems('headZoneId', { ...each, locationId: '' }, '').length === 0)
      .map(({ zoneId, name }) => ({ value: zoneId, label: texts.fields.zoneOf(name, sensor) })),
  );
  const isMissing = chosen && !offered.some(({ value }) => value === chosen.zoneId);
  const own = isMissing ? [{ value: chosen.zoneId, label: chosen.name ?? '' }] : [];
  return (
    <Select
      label={texts.fields.headZone}
      description={locationId === undefined ? texts.fields.chooseSpace : texts.fields.headZoneHelp}
      required
      searchable
      disabled={locationId === undefined}
      nothingFoundMessage={texts.fields.noZone}
      data={[...own, ...offered]}
      {...input}
    />
  );
}
