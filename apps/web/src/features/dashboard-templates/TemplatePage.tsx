import { deleteTemplate, getTemplate, listTemplates } from '@atrium/contract/dashboard-templates';
import { Skeleton } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { blockingError, useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageFailure } from '../../ui/PageFailure.tsx';
import { PageMenu } from '../../ui/PageMenu.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { TemplateForm } from './TemplateForm.tsx';
import { TemplateImage } from './TemplateImage.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/app/dashboardtemplate/$dashboardTemplateId');
const trail = [{ text: texts.page, to: '/app/dashboardtemplates' }] as const;

/** For staff: one template, or a new one. */
export function TemplatePage() {
  const { dashboardTemplateId } = route.useParams();
  const navigate = useNavigate();
  if (dashboardTemplateId !== 'new')
    return <ExistingTemplate key={dashboardTemplateId} dashboardTemplateId={dashboardTemplateId} />;
  return (
    <Page title={texts.add} trail={trail}>
      <TemplateForm
        onCreated={(id) =>
          void navigate({
            to: '/app/dashboardtemplate/$dashboardTemplateId',
            params: { dashboardTemplateId: id },
            replace: true,
          })
        }
      />
    </Page>
  );
}

function ExistingTemplate({ dashboardTemplateId }: { dashboardTemplateId: string }) {
  const params = { dashboardTemplateId };
  const found = useEndpoint(getTemplate, { params }, { texts: texts.read });
  const remove = useWrite(deleteTemplate, texts.deleted, [listTemplates], [getTemplate]);
  const navigate = useNavigate();
  const loss = blockingError(found);
  if (loss) return <PageFailure error={loss} onRetry={() => void found.refetch()} />;
  if (!found.data)
    return (
      <Card aria-busy>
        <Skeleton height={420} />
      </Card>
    );
  const template = found.data;
  const askAndRemove = async () => {
    if (!(await confirm(texts.removal(template.name)))) return;
    await remove.mutateAsync({ params, seenVersion: template.version });
    await navigate({ to: '/app/dashboardtemplates', ignoreBlocker: true });
  };
  return (
    <Page
      title={template.name}
      tags={template.publishToGallery ? <Tag tone="success">{texts.inGallery}</Tag> : <Tag>{texts.hidden}</Tag>}
      trail={trail}
      actions={<PageMenu remove={texts.remove} onRemove={askAndRemove} />}
    >
      <TemplateForm template={template} image={<TemplateImage template={template} />} />
    </Page>
  );
}
