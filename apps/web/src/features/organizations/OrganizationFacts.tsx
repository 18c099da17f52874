import type { Organization } from '@atrium/contract/organizations';
import { Title } from '@mantine/core';
import { calendarDate } from '../../format/dates.ts';
import { Card } from '../../ui/Card.tsx';
import { Quiet } from '../../ui/Quiet.tsx';
import { Cards } from '../../ui/Cards.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { CapabilitySwitches } from './CapabilitySwitches.tsx';
import { valuesOf } from './organization-values.ts';
import classes from './organizations.module.css';
import { texts } from './texts.ts';

/** The fields of an organization, read-only for its administrators: only staff change them. */
export function OrganizationFacts({ organization }: { organization: Organization }) {
  const { organizationType, industryType, operatingScope, site, subExpiration, headroomExpiration } = organization;
  return (
    <Cards>
      <Card>
        <Title order={2}>{texts.sections.general}</Title>
        <Quiet mt={2}>{texts.readOnly}</Quiet>
        <div className={classes['below']}>
          <Facts roomy>
            <dt>{texts.fields.name}</dt>
            <dd>{organization.name}</dd>
            <Fact label={texts.fields.organizationType} value={organizationType} />
            <Fact label={texts.fields.industryType} value={industryType} />
            <Fact label={texts.fields.operatingScope} value={operatingScope} />
            <Fact label={texts.fields.site} value={site} />
          </Facts>
        </div>
      </Card>
      <Card>
        <Title order={2}>{texts.sections.subscription}</Title>
        <div className={classes['below']}>
          <Facts roomy>
            <Fact label={texts.fields.subExpiration} value={calendarDate(subExpiration)} />
            <Fact label={texts.fields.headroomExpiration} value={calendarDate(headroomExpiration)} />
            <dt>{texts.flags.isEnabled}</dt>
            <dd>
              <Tag tone={organization.isEnabled ? 'success' : 'neutral'}>
                {organization.isEnabled ? texts.yes : texts.no}
              </Tag>
            </dd>
          </Facts>
        </div>
      </Card>
      <Card className={classes['wide'] ?? ''}>
        <Title order={2}>{texts.sections.capabilities}</Title>
        <Quiet mt={2}>{texts.capabilitiesText}</Quiet>
        <CapabilitySwitches chosen={valuesOf(organization)} readOnly onChange={() => undefined} />
      </Card>
    </Cards>
  );
}

function Fact({ label, value }: { label: string; value: string | null | undefined }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value ? value.charAt(0).toUpperCase() + value.slice(1) : texts.notSet}</dd>
    </>
  );
}
