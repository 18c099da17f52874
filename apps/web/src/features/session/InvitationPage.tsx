import type { ReplyOf } from '@atrium/contract/endpoint';
import type { activateInvitation } from '@atrium/contract/registration';
import { Loader } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FormFailure } from '../../ui/FormFailure.tsx';
import classes from './FormPage.module.css';
import { FormPage } from './FormPage.tsx';
import { texts } from './texts.ts';
import { useActivation } from './use-activation.ts';

const words = texts.register;

interface Props {
  invitationId: string;
  /** The remaining steps for someone with an open invitation. */
  children: (invited: ReplyOf<typeof activateInvitation>) => ReactNode;
}

/** The page behind the link of an invitation, for both ways to register. */
export function InvitationPage({ invitationId, children }: Props) {
  const activation = useActivation(invitationId);
  const signIn = <Link to="/login">{texts.backToSignIn}</Link>;
  if (activation.state === 'waiting')
    return (
      <FormPage title={words.title} intro={<output>{words.waiting}</output>}>
        <Loader size="sm" />
      </FormPage>
    );
  if (activation.state === 'refused')
    return (
      <FormPage title={words.title} intro="" links={signIn}>
        <FormFailure message={activation.message} />
        <p className={classes['help']}>{words.failedHelp}</p>
      </FormPage>
    );
  const { invited } = activation;
  const { organizationName, isSignUp } = invited;
  return (
    <FormPage
      title={isSignUp ? words.signUpTitle : words.title}
      intro={isSignUp ? words.signUpIntro(organizationName) : words.intro(organizationName)}
      links={signIn}
    >
      {children(invited)}
    </FormPage>
  );
}
