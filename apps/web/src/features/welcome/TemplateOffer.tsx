import { createDashboardFromTemplate, getTemplate } from '@atrium/contract/dashboard-templates';
import { listDashboards } from '@atrium/contract/dashboards';
import { getTrafficTotal } from '@atrium/contract/data';
import { getSidebar } from '@atrium/contract/sidebar';
import { readConfig } from '@atrium/rules/dashboard-config';
import { firstTemplateId } from '@atrium/rules/dashboard-template';
import { Button, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { LayoutDrawing } from '../../analytics/LayoutDrawing.tsx';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { newId } from '../../api/new-id.ts';
import { offerTexts as texts } from './offer-texts.ts';
import classes from './TemplateOffer.module.css';

const params = { dashboardTemplateId: firstTemplateId };
const thisMonth = { entityType: 'organization', relativeDate: 'thismonth', metrics: 'ins' } as const;

/** One click makes a first dashboard of an organization that counts people. */
export function TemplateOffer({ onHide }: { onHide: () => void }) {
  const counted = useEndpoint(getTrafficTotal, { query: thisMonth }, {});
  const hasData = (counted.data?.results[0]?.sumins ?? null) !== null;
  const template = useEndpoint(getTemplate, { params }, { enabled: hasData });
  const create = useWrite(createDashboardFromTemplate, texts.assigned, [getSidebar, listDashboards]);
  const navigate = useNavigate();
  if (!hasData || !template.data) return null;
  const { name, description, config } = template.data;
  const read = readConfig(config, newId);
  const use = async () => {
    const { dashboardId } = await create.mutateAsync({ params, body: {} });
    const to: string = `/app/dashboard/${dashboardId}`;
    await navigate({ to });
  };
  return (
    <Card className={classes['offer'] ?? ''} aria-label={texts.heading}>
      <div className={classes['picture']}>
        <LayoutDrawing cards={read.problems ? [] : read.widgets} label={texts.drawing(name)} />
      </div>
      <div className={classes['words']}>
        <Title order={2}>{texts.heading}</Title>
        <p>
          <strong>{name}.</strong> {description}
        </p>
        <div className={classes['buttons']}>
          <Button loading={create.isPending} onClick={() => void use().catch(() => undefined)}>
            {texts.use}
          </Button>
          <LinkButton variant="default" to="/app/templategallery">
            {texts.others}
          </LinkButton>
          <Button variant="subtle" onClick={onHide}>
            {texts.hide}
          </Button>
        </div>
      </div>
    </Card>
  );
}
