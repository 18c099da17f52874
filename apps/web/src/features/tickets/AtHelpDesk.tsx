import { createLocationContact, getDeskCompany, getLocationContact } from '@atrium/contract/tickets';
import { Button } from '@mantine/core';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import classes from './tickets.module.css';
import { HelpDeskLink } from './HelpDeskLink.tsx';
import { texts } from './texts.ts';
import { Quiet } from '../../ui/Quiet.tsx';

interface Props {
  orgId: string;
  /** Without one, the organization. */
  locationId: string | undefined;
  mayEdit: boolean;
}

/** How a location or an organization appears in the help desk. */
export function AtHelpDesk({ orgId, locationId, mayEdit }: Props) {
  return locationId === undefined ? (
    <CompanyLine orgId={orgId} />
  ) : (
    <ContactLine orgId={orgId} locationId={locationId} mayEdit={mayEdit} />
  );
}

function CompanyLine({ orgId }: { orgId: string }) {
  const company = useEndpoint(getDeskCompany, { query: { orgId } }, { texts: texts.company });
  if (company.data === undefined) return <span />;
  return (
    <div className={classes['line']}>
      <Quiet>{company.data ? texts.companyOf(company.data.name) : texts.noCompany}</Quiet>
      <HelpDeskLink url={company.data?.url ?? null} />
    </div>
  );
}

function ContactLine({ orgId, locationId, mayEdit }: { orgId: string; locationId: string; mayEdit: boolean }) {
  const request = { params: { locationId }, query: { orgId } };
  const contact = useEndpoint(getLocationContact, request, { texts: texts.contact });
  const create = useWrite(createLocationContact, texts.contactCreated, [getLocationContact]);
  if (contact.data === undefined) return <span />;
  return (
    <div className={classes['line']}>
      <Quiet>{contact.data ? texts.contactOf(contact.data.name) : texts.noContact}</Quiet>
      {contact.data === null && mayEdit && (
        <Button
          size="compact-sm"
          variant="default"
          loading={create.isPending}
          onClick={() => create.mutate({ ...request, body: {} })}
        >
          {texts.addContact}
        </Button>
      )}
      <HelpDeskLink url={contact.data?.url ?? null} />
    </div>
  );
}
