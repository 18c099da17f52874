import {
  createLocation,
  getLocation,
  getTimezone,
  listLocations,
  type Location,
  type SavedLocation,
  type SuggestedAddress,
  updateLocation,
} from '@atrium/contract/locations';
import { ticketTypes } from '@atrium/contract/reference-lists';
import { countryNames } from '@atrium/rules/countries';
import { newSite, siteTypes } from '@atrium/rules/site';
import { installationTicketType } from '@atrium/rules/ticket';
import { Autocomplete, Button, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { IconWorldPin } from '@tabler/icons-react';
import { useState } from 'react';
import { zoneName } from '../../format/zones.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { Quiet } from '../../ui/Quiet.tsx';
import { fieldPlace, Fields } from '../../ui/Fields.tsx';
import { toast } from '../../ui/toast.tsx';
import { useWriteForm } from '../../forms/use-write-form.ts';
import { formOf, formProblems, locationChanges, type LocationForm, locationOf } from './location-values.ts';
import classes from './places.module.css';
import { StreetField } from './StreetField.tsx';
import { texts } from './texts.ts';

interface Props {
  /** Absent for a new one. */
  location?: Location;
  onCreated?: (location: Location) => void;
  onClose: () => void;
}

type Values = LocationForm &
  Record<'siteName' | 'siteType' | 'ticketType' | 'ticketNotes', string> &
  Record<'createContact' | 'createTicket', boolean>;

const words = texts.form;
const shown = [listLocations, getLocation];
const zones = Intl.supportedValuesOf('timeZone');

/** All fields of a location; for a new one its first site too. */
export function LocationDialog({ location, onCreated, onClose }: Props) {
  const create = useWrite(createLocation, texts.locations.created, shown);
  const update = useWrite(updateLocation, texts.locations.updated, shown);
  const lookUp = useWrite(getTimezone, texts.locations.timezone);
  const [saved] = useState(() => formOf(location));
  const { form, dialog } = useWriteForm<Values, SavedLocation>({
    problems: (value) => formProblems(value, !location),
    initialValues: {
      ...saved,
      siteName: '',
      siteType: String(newSite.siteType),
      createContact: false,
      createTicket: false,
      ticketType: installationTicketType,
      ticketNotes: '',
    },
    submit: ({ siteName, siteType, createContact, createTicket, ticketType, ticketNotes, ...values }) =>
      location
        ? update.mutateAsync({
            params: { locationId: location.locationId },
            body: locationChanges(saved, values),
            seenVersion: location.version,
          })
        : create.mutateAsync({
            body: {
              ...locationChanges(saved, values),
              site: [{ name: siteName, siteType: Number(siteType) }],
              createFreshDeskContact: createContact,
              ...(createTicket && {
                installationOptions: { createInstallationTicket: true, ticketType, notes: ticketNotes },
              }),
            },
          }),
    done: (result) => {
      for (const text of result.messages ?? []) toast({ tone: 'danger', title: texts.locations.desk, text });
      onClose();
      if (!location) onCreated?.(result);
    },
  });
  const values = form.getValues();
  const { latitude, longitude } = locationOf(values);
  const isPlaced = isWithin(latitude, 90) && isWithin(longitude, 180);
  const findZone = async () => {
    const { zoneName: found } = await lookUp.mutateAsync({
      query: { lat: String(latitude), lng: String(longitude) },
    });
    form.setFieldValue('timezone', found);
  };
  const takeAddress = ({ latitude: lat, longitude: lng, ...address }: SuggestedAddress) => {
    for (const [field, found] of Object.entries(address)) form.setFieldValue(field, found ?? '');
    form.setFieldValue('latitude', String(lat));
    form.setFieldValue('longitude', String(lng));
  };
  const text = (field: 'name' | 'street' | 'city' | 'state' | 'postalCode' | 'latitude' | 'longitude') => ({
    label: words[field],
    autoComplete: 'off',
    ...form.getInputProps(field),
  });
  const moves = location && values.timezone !== '' && values.timezone !== location.timezone;
  return (
    <FormDialog title={location ? texts.locations.edit : texts.locations.add} size="lg" onClose={onClose} {...dialog}>
      <Fields>
        <TextInput {...text('name')} required data-autofocus className={fieldPlace.wide} />
        <StreetField {...text('street')} value={values.street} className={fieldPlace.wide} onAddress={takeAddress} />
        <TextInput {...text('city')} />
        <TextInput {...text('state')} />
        <TextInput {...text('postalCode')} />
        <Autocomplete
          label={words.country}
          autoComplete="off"
          data={countryNames}
          limit={20}
          {...form.getInputProps('country')}
        />
        <TextInput {...text('latitude')} inputMode="decimal" />
        <TextInput {...text('longitude')} inputMode="decimal" />
        <Select
          label={words.timezone}
          {...(!location && { description: words.timezoneHelp })}
          required={location !== undefined}
          searchable
          clearable={!location}
          data={[...new Set([...zones, values.timezone].filter((zone) => zone !== ''))].map((zone) => ({
            value: zone,
            label: zoneName(zone),
          }))}
          limit={100}
          {...form.getInputProps('timezone')}
          value={values.timezone || null}
          onChange={(zone) => form.setFieldValue('timezone', zone ?? '')}
        />
        <Button
          variant="default"
          className={fieldPlace.button}
          leftSection={<IconWorldPin size={16} aria-hidden />}
          disabled={!isPlaced}
          loading={lookUp.isPending}
          onClick={() => void findZone().catch(() => undefined)}
        >
          {words.findZone}
        </Button>
        {moves && <output className={classes['warning']}>{words.timezoneChange(zoneName(location.timezone))}</output>}
        <Switch
          label={words.acfEligible}
          className={fieldPlace.wide}
          {...form.getInputProps('acfEligible', { type: 'checkbox' })}
        />
        {!values.acfEligible && (
          <Textarea
            label={words.acfDisabledReason}
            required
            autosize
            className={fieldPlace.wide}
            {...form.getInputProps('acfDisabledReason')}
          />
        )}
        {location && (
          <Switch
            label={words.disabled}
            className={fieldPlace.wide}
            {...form.getInputProps('disabled', { type: 'checkbox' })}
          />
        )}
      </Fields>
      {!location && (
        <fieldset className={classes['part']}>
          <legend>{words.site}</legend>
          <Quiet mt={2}>{words.siteText}</Quiet>
          <Fields>
            <TextInput label={words.siteName} autoComplete="off" {...form.getInputProps('siteName')} />
            <Select
              label={words.siteType}
              allowDeselect={false}
              data={Object.entries(siteTypes).map(([value, label]) => ({ value, label }))}
              {...form.getInputProps('siteType')}
            />
          </Fields>
        </fieldset>
      )}
      {!location && (
        <fieldset className={classes['part']}>
          <legend>{words.desk}</legend>
          <Quiet mt={2}>{words.deskText}</Quiet>
          <Fields>
            <Switch
              label={words.createContact}
              className={fieldPlace.wide}
              {...form.getInputProps('createContact', { type: 'checkbox' })}
            />
            <Switch
              label={words.createTicket}
              className={fieldPlace.wide}
              {...form.getInputProps('createTicket', { type: 'checkbox' })}
            />
            {values.createTicket && (
              <>
                <Select
                  label={words.ticketType}
                  allowDeselect={false}
                  data={[...ticketTypes]}
                  {...form.getInputProps('ticketType')}
                />
                <Textarea
                  label={words.ticketNotes}
                  autosize
                  minRows={2}
                  maxLength={10_000}
                  className={fieldPlace.wide}
                  {...form.getInputProps('ticketNotes')}
                />
              </>
            )}
          </Fields>
        </fieldset>
      )}
    </FormDialog>
  );
}

function isWithin(degrees: number | null, most: number): boolean {
  return degrees !== null && Math.abs(degrees) <= most;
}
