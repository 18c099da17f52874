import { getTemplate } from '@atrium/contract/dashboard-templates';
import { readConfig } from '@atrium/rules/dashboard-config';
import { firstTemplateIds } from '@atrium/rules/dashboard-template';
import { Button, Title } from '@mantine/core';
import { LayoutDrawing } from '../../analytics/LayoutDrawing.tsx';
import { useTemplate } from '../../analytics/templates/use-template.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { newId } from '../../api/new-id.ts';
import { offerTexts as texts } from './offer-texts.ts';
import classes from './TemplateOffer.module.css';
import { useFirstData } from './use-first-data.ts';

/** One click makes a first dashboard of an organization with data. */
export function TemplateOffer({ onHide }: { onHide: () => void }) {
  const source = useFirstData();
  const dashboardTemplateId = firstTemplateIds[source ?? 'traffic'];
  const template = useEndpoint(getTemplate, { params: { dashboardTemplateId } }, { enabled: source !== undefined });
  const { use, isPending } = useTemplate();
  if (source === undefined || !template.data) return null;
  const { name, description, config } = template.data;
  const read = readConfig(config, newId);
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
          <Button loading={isPending} onClick={() => void use(dashboardTemplateId).catch(() => undefined)}>
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
