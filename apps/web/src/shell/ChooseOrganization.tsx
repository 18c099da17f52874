import { listOrganizations } from '@atrium/contract/organizations';
import { Title } from '@mantine/core';
import { useList } from '../api/use-endpoint.ts';
import { Card } from '../ui/Card.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import classes from './ChooseOrganization.module.css';
import { OrganizationPicker } from './OrganizationPicker.tsx';
import { texts } from './texts.ts';

/** Replaces a page that belongs to one organization until staff have chosen it. */
export function ChooseOrganization() {
  const found = useList(listOrganizations, { query: { limit: 1 } }, { texts: texts.organizations });
  const isEmpty = found.data?.total === 0;
  return (
    <Card className={classes['card'] ?? ''}>
      <Title order={1} size="h2">
        {isEmpty ? texts.createOrganization : texts.chooseOrganization}
      </Title>
      <p className={classes['text']}>{isEmpty ? texts.noOrganizationYet : texts.chooseOrganizationText}</p>
      {isEmpty ? (
        <LinkButton to="/app/org/$orgId" params={{ orgId: 'new' }} search={{}}>
          {texts.createOrganization}
        </LinkButton>
      ) : (
        <OrganizationPicker />
      )}
    </Card>
  );
}
