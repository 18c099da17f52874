import {
  createTicket,
  getLocationContact,
  getTicket,
  listDeskGroups,
  listTickets,
  type Ticket,
  updateTicket,
} from '@atrium/contract/tickets';
import { ticketStatuses, ticketTypes } from '@atrium/contract/reference-lists';
import { newTicket, normalizedTicket, ticketProblems, type TicketValues } from '@atrium/rules/ticket';
import { Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { useWriteForm } from '../../forms/use-write-form.ts';
import { HelpDeskLink } from './HelpDeskLink.tsx';
import { texts } from './texts.ts';
import { statusChoices } from './ticket-state.ts';
import { changedValues } from '../../ui/changed-fields.ts';

interface Props {
  orgId: string;
  /** The location that needs attention. */
  location: { readonly locationId: string; readonly name: string };
  /** Absent for a new one. */
  ticket?: Ticket;
  /** The default values of a new one. */
  subject?: string;
  onClose: () => void;
}

type Values = Record<'ticketType' | 'group_id' | 'subject' | 'notes' | 'status', string>;

const shown = [listTickets, getTicket, getLocationContact];
const codes = { types: ticketTypes, statuses: ticketStatuses.map(({ id }) => id) };

/** Creates a ticket for a location, or changes one. */
export function TicketDialog({ orgId, location, ticket: opened, subject = '', onClose }: Props) {
  // The edit belongs to the version that was loaded first.
  const [ticket] = useState(opened);
  const query = { orgId };
  const create = useWrite(createTicket, texts.created, shown);
  const update = useWrite(updateTicket, texts.updated, shown);
  const groups = useEndpoint(listDeskGroups, { query }, { texts: texts.groups });
  const before = ticket ?? { ...newTicket, subject };
  const { form, dialog } = useWriteForm<Values, Ticket>({
    problems: (value) => ticketProblems(ticketOf(value), before, codes),
    initialValues: formOf(before),
    submit: (values) =>
      ticket
        ? update.mutateAsync({
            params: { ticketId: ticket.ticketId },
            query,
            body: changedValues(ticket, ticketOf(values)),
            seenVersion: ticket.version,
          })
        : create.mutateAsync({ query, body: { ...ticketOf(values), locationId: location.locationId } }),
    done: onClose,
  });
  const words = texts.form;
  const types = new Set([...ticketTypes, before.ticketType].filter((type) => type !== ''));
  return (
    <FormDialog
      title={ticket ? texts.edit : texts.add}
      onClose={onClose}
      {...dialog}
      aside={<HelpDeskLink url={ticket?.url ?? null} />}
    >
      {location.name !== '' && <TextInput label={words.location} value={location.name} readOnly />}
      <TextInput label={words.subject} required data-autofocus autoComplete="off" {...form.getInputProps('subject')} />
      <Select label={words.type} allowDeselect={false} data={[...types]} {...form.getInputProps('ticketType')} />
      <Select
        label={words.group}
        placeholder={words.anyGroup}
        clearable
        data={(groups.data ?? []).map(({ group_id, name }) => ({ value: String(group_id), label: name }))}
        {...form.getInputProps('group_id')}
        value={form.getValues().group_id || null}
        onChange={(value) => form.setFieldValue('group_id', value ?? '')}
      />
      {ticket && (
        <Select
          label={words.status}
          allowDeselect={false}
          data={statusChoices(ticket.status)}
          {...form.getInputProps('status')}
        />
      )}
      <Textarea label={words.notes} autosize minRows={3} maxRows={12} {...form.getInputProps('notes')} />
    </FormDialog>
  );
}

function formOf({ ticketType, group_id, subject, notes, status }: TicketValues): Values {
  return { subject, ticketType, group_id: String(group_id ?? ''), notes: notes ?? '', status: String(status) };
}

/** Normalized. */
function ticketOf({ group_id, status, notes, ...values }: Values): TicketValues {
  return normalizedTicket({
    ...values,
    notes,
    group_id: group_id === '' ? null : Number(group_id),
    status: Number(status),
  });
}
