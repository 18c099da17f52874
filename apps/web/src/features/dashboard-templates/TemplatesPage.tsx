import { type DashboardTemplate, deleteTemplate, listTemplates } from '@atrium/contract/dashboard-templates';
import { IconLayoutDashboard, IconPlus, IconSearchOff } from '@tabler/icons-react';
import { useList, useLoadAll, useWrite } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { RowAction } from '../../ui/RowAction.tsx';
import { RowLink } from '../../ui/RowLink.tsx';
import type { Cells } from '../../ui/table/cells.ts';
import { ListTable } from '../../ui/table/ListTable.tsx';
import { listQueryOf, useListView } from '../../ui/table/list-view.ts';
import { Tag } from '../../ui/Tag.tsx';
import { templateColumns } from './template-columns.ts';
import classes from './templates.module.css';
import { texts } from './texts.ts';

const byName = { column: 'name', direction: 'ascending' } as const;

/** For staff: all templates. */
export function TemplatesPage() {
  const [view, setView, settled] = useListView('dashboardtemplates', byName, []);
  const query = listQueryOf(settled);
  const page = useList(listTemplates, { query }, { texts: texts.list, keep: true });
  const loadAll = useLoadAll(listTemplates, { query });
  const remove = useWrite(deleteTemplate, texts.deleted, [listTemplates]);
  const askAndRemove = async ({ dashboardTemplateId, name, version }: DashboardTemplate) => {
    if (!(await confirm(texts.removal(name)))) return;
    // The toast reports the failure.
    await remove.mutateAsync({ params: { dashboardTemplateId }, seenVersion: version }).catch(() => undefined);
  };
  const add = (
    <LinkButton
      to="/app/dashboardtemplate/$dashboardTemplateId"
      params={{ dashboardTemplateId: 'new' }}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {texts.add}
    </LinkButton>
  );
  return (
    <Page
      title={texts.page}
      text={texts.pageText}
      actions={
        <>
          <LinkButton variant="default" to="/app/templategallery">
            {texts.toGallery}
          </LinkButton>
          {add}
        </>
      }
    >
      <Card className={classes['list'] ?? ''}>
        <ListTable
          label={texts.page}
          columns={templateColumns}
          cells={cellsOf((template) => void askAndRemove(template))}
          view={view}
          onView={setView}
          page={page}
          keyOf={({ dashboardTemplateId }) => dashboardTemplateId}
          loadAll={loadAll}
          empty={
            settled.search === '' ? (
              <EmptyState icon={IconLayoutDashboard} {...texts.none} />
            ) : (
              <EmptyState icon={IconSearchOff} {...texts.noListMatch} />
            )
          }
        />
      </Card>
    </Page>
  );
}

function cellsOf(onRemove: (template: DashboardTemplate) => void): Cells<DashboardTemplate> {
  return {
    name: ({ dashboardTemplateId, name }) => (
      <RowLink to="/app/dashboardtemplate/$dashboardTemplateId" params={{ dashboardTemplateId }}>
        {name}
      </RowLink>
    ),
    gallery: ({ publishToGallery }) =>
      publishToGallery ? <Tag tone="success">{texts.inGallery}</Tag> : <Tag>{texts.hidden}</Tag>,
    remove: (template) => (
      <RowAction label={texts.removeNamed(template.name)} onClick={() => onRemove(template)}>
        {texts.remove}
      </RowAction>
    ),
  };
}
