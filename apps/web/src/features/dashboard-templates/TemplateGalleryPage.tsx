import { type DashboardTemplate, listTemplates } from '@atrium/contract/dashboard-templates';
import { getTemplateCategories } from '@atrium/contract/reference';
import { listUsers } from '@atrium/contract/users';
import { Button, Skeleton, TextInput, Title } from '@mantine/core';
import { IconLayoutDashboard, IconSearch, IconSearchOff } from '@tabler/icons-react';
import { useState } from 'react';
import { LayoutDrawing } from '../../analytics/LayoutDrawing.tsx';
import { useTemplate } from '../../analytics/templates/use-template.ts';
import { useScope } from '../../api/scope.tsx';
import { useEndpoint, useList } from '../../api/use-endpoint.ts';
import { useMay } from '../../api/use-may.ts';
import { Card } from '../../ui/Card.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { EmptyState, ErrorState } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { FilterSelect } from '../../ui/table/FilterSelect.tsx';
import { useListView, withFilter } from '../../ui/table/list-view.ts';
import { Tag } from '../../ui/Tag.tsx';
import { cardsIn } from './cards-in.ts';
import { CreateForDialog } from './CreateForDialog.tsx';
import { type GalleryFilter, matching, tagsOf } from './gallery.ts';
import classes from './templates.module.css';
import { texts } from './texts.ts';

const byName = { column: 'name', direction: 'ascending' } as const;
const all = { query: { limit: 1000, order: 'name' } } as const;

/** Templates to start a dashboard with. */
export function TemplateGalleryPage() {
  const { isStaff } = useScope();
  const found = useList(listTemplates, all, { texts: texts.list });
  const manage = (
    <LinkButton variant="default" to="/app/dashboardtemplates">
      {texts.manage}
    </LinkButton>
  );
  return (
    <Page title={texts.gallery} text={texts.galleryText} actions={isStaff && manage}>
      {found.error && !found.data ? (
        <ErrorState message={found.error.message} onRetry={() => void found.refetch()} />
      ) : found.data ? (
        <Gallery templates={found.data.rows.filter(({ publishToGallery }) => publishToGallery)} />
      ) : (
        <div className={classes['gallery']} aria-busy>
          {[1, 2, 3, 4, 5, 6].map((card) => (
            <Skeleton key={card} height={340} radius={10} />
          ))}
        </div>
      )}
    </Page>
  );
}

function Gallery({ templates }: { templates: readonly DashboardTemplate[] }) {
  const [view, setView, settled] = useListView<'category' | 'tag'>('templategallery', byName, ['category', 'tag']);
  const categories = useEndpoint(getTemplateCategories, {}, { texts: texts.categories });
  const { use, isPending } = useTemplate();
  const mayAssign = useMay(listUsers);
  const [assigned, setAssigned] = useState<DashboardTemplate>();
  const filter: GalleryFilter = {
    search: settled.search,
    category: view.filters.category,
    tag: view.filters.tag,
  };
  const shown = matching(templates, filter);
  if (templates.length === 0) return <EmptyState icon={IconLayoutDashboard} {...texts.noneInGallery} />;
  return (
    <>
      <div className={classes['tools']}>
        <TextInput
          className={classes['search'] ?? ''}
          type="search"
          aria-label={texts.search}
          placeholder={texts.search}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={view.search}
          onChange={(event) => setView({ search: event.currentTarget.value })}
        />
        <FilterSelect
          label={texts.category}
          any={texts.anyCategory}
          width={170}
          data={(categories.data ?? []).map((value) => ({ value, label: value }))}
          value={filter.category}
          onChange={(value) => setView({ filters: withFilter(view.filters, 'category', value) })}
        />
        <FilterSelect
          label={texts.tag}
          any={texts.anyTag}
          width={170}
          data={tagsOf(templates).map((value) => ({ value, label: value }))}
          value={filter.tag}
          onChange={(value) => setView({ filters: withFilter(view.filters, 'tag', value) })}
        />
        <output className={classes['quiet']}>{texts.found(shown.length)}</output>
      </div>
      {shown.length === 0 ? (
        <EmptyState icon={IconSearchOff} {...texts.noMatch} />
      ) : (
        <ul className={classes['gallery']}>
          {shown.map((template) => (
            <li key={template.dashboardTemplateId}>
              <TemplateCard
                template={template}
                isPending={isPending}
                onUse={() => void use(template.dashboardTemplateId).catch(() => undefined)}
                onCreateFor={mayAssign ? () => setAssigned(template) : undefined}
              />
            </li>
          ))}
        </ul>
      )}
      {assigned && <CreateForDialog template={assigned} onClose={() => setAssigned(undefined)} />}
    </>
  );
}

interface CardProps {
  template: DashboardTemplate;
  isPending: boolean;
  onUse: () => void;
  onCreateFor: (() => void) | undefined;
}

function TemplateCard({ template, isPending, onUse, onCreateFor }: CardProps) {
  const { name, description, templateCategory, templateTags, templateImage, config } = template;
  const cards = cardsIn(config);
  return (
    <Card className={classes['template'] ?? ''}>
      <div className={classes['picture']}>
        {templateImage === null ? (
          <LayoutDrawing cards={cards} label={texts.drawing(name, cards.length)} />
        ) : (
          <img src={templateImage} alt={texts.imageOf(name)} loading="lazy" />
        )}
      </div>
      <Title order={2} size="h3">
        {name}
      </Title>
      <p className={classes['text']}>{description}</p>
      <div className={classes['tags']}>
        {templateCategory !== null && <Tag tone="success">{templateCategory}</Tag>}
        {templateTags.map((tag) => (
          <Tag key={tag}>{tag}</Tag>
        ))}
      </div>
      <div className={classes['foot']}>
        <span className={classes['quiet']}>{texts.cards(cards.length)}</span>
        <div className={classes['buttons']}>
          {onCreateFor && (
            <Button
              variant="default"
              disabled={isPending}
              aria-label={texts.createForNamed(name)}
              onClick={onCreateFor}
            >
              {texts.createFor}
            </Button>
          )}
          <Button disabled={isPending} aria-label={texts.useNamed(name)} onClick={onUse}>
            {texts.use}
          </Button>
        </div>
      </div>
    </Card>
  );
}
