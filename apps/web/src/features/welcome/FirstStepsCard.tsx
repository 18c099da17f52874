import type { FirstSteps as Known } from '@atrium/contract/welcome';
import { Button, Title, VisuallyHidden } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled, IconClock } from '@tabler/icons-react';
import { useScope } from '../../api/scope.tsx';
import { Card } from '../../ui/Card.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { firstStepTexts as texts } from './first-step-texts.ts';
import type { Step } from './first-steps.ts';
import classes from './FirstSteps.module.css';

interface Props {
  audience: Audience;
  known: Known;
  steps: readonly Step[];
  onHide: () => void;
}

type Audience = 'staff' | 'administrator';

const icons = { done: IconCircleCheckFilled, waiting: IconClock, open: IconCircle };

/** The steps to the first reading, each with what to do next. */
export function FirstStepsCard({ audience, known, steps, onHide }: Props) {
  const ofAll = audience === 'staff';
  const done = steps.filter(({ state }) => state === 'done').length;
  const next = steps.find(({ state }) => state !== 'done');
  const { organization } = known;
  return (
    <Card aria-label={texts.heading}>
      <div className={classes['head']}>
        <Title order={2}>
          {texts.heading} {ofAll && organization && <span>{texts.of(organization.name)}</span>}
        </Title>
        <span className={classes['quiet']}>{texts.progress(done, steps.length)}</span>
      </div>
      <ol className={classes['steps']}>
        {steps.map((step) => (
          <Row key={step.name} step={step} audience={audience} known={known} isNext={step === next} />
        ))}
      </ol>
      {!next && (
        <div className={classes['foot']}>
          <span>{texts.complete}</span>
          {ofAll && <ToWelcome orgId={organization?.id ?? null} />}
          <Button variant="default" onClick={onHide}>
            {texts.hide}
          </Button>
        </div>
      )}
    </Card>
  );
}

function Row({ step, audience, known, isNext }: { step: Step; audience: Audience; known: Known; isNext: boolean }) {
  const { name, state } = step;
  const words = texts.steps[audience][name];
  const Icon = icons[state];
  if (!words) return null;
  return (
    <li className={classes['step']} data-state={state}>
      <Icon size={20} aria-hidden className={classes['icon'] ?? ''} />
      <div>
        <div className={classes['title']}>
          {words.title} <VisuallyHidden>{texts.states[state]}</VisuallyHidden>
        </div>
        {state !== 'done' && <p className={classes['quiet']}>{words.text[state]}</p>}
      </div>
      {state !== 'done' && (
        <StepLink step={step} known={known} isNext={isNext}>
          {words.action[state]}
        </StepLink>
      )}
    </li>
  );
}

interface LinkProps {
  step: Step;
  known: Known;
  isNext: boolean;
  children: string;
}

/** The link of a step. It switches staff to the organization of the list. */
function StepLink({ step: { name, state }, known, isNext, children }: LinkProps) {
  const { isStaff, chooseOrganization } = useScope();
  const { organization, location, sensor } = known;
  const common = {
    variant: isNext ? 'filled' : 'default',
    size: 'compact-sm',
    className: classes['link'] ?? '',
    onClick: () => {
      if (isStaff && organization) chooseOrganization(organization.id);
    },
  };
  if (name !== 'organization' && !organization) return null;
  const orgId = organization?.id ?? 'new';
  switch (name) {
    case 'organization':
      return (
        <LinkButton {...common} to="/app/org/$orgId" params={{ orgId: 'new' }} search={{}}>
          {children}
        </LinkButton>
      );
    case 'administrator':
      return (
        <LinkButton {...common} to="/app/org/$orgId" params={{ orgId }} search={{ tab: 'invitations' }}>
          {children}
        </LinkButton>
      );
    case 'site':
      return location ? (
        <LinkButton
          {...common}
          to="/app/org/$orgId/location/$locationId"
          params={{ orgId, locationId: location.id }}
          search={{}}
        >
          {children}
        </LinkButton>
      ) : null;
    case 'sensor':
      if (state === 'waiting' && sensor)
        return (
          <LinkButton {...common} to="/app/sensor/$sensorId" params={{ sensorId: sensor.id }} search={{}}>
            {children}
          </LinkButton>
        );
      return (
        <LinkButton {...common} to={isStaff ? '/app/sensorassignment' : '/app/pushurls'}>
          {children}
        </LinkButton>
      );
    case 'location':
    case 'pushKey':
    case 'reading':
      return (
        <LinkButton {...common} to={name === 'location' ? '/app/locations' : '/app/pushurls'}>
          {children}
        </LinkButton>
      );
  }
}

function ToWelcome({ orgId }: { orgId: string | null }) {
  const { chooseOrganization } = useScope();
  return (
    <LinkButton to="/app/welcome" search={{}} onClick={() => orgId !== null && chooseOrganization(orgId)}>
      {texts.see}
    </LinkButton>
  );
}
