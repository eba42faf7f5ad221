//! Leaving the hex (5.9), and turns that are not simply one shot of each ship in front.

#![allow(
    clippy::needless_range_loop,
    reason = "the plain loop over lanes is what becomes vector code"
)]

use super::dice::{Dice, THRESHOLD};
use super::fire::roll;
use super::lanes::{State, observer_active};
use super::observe::Observer;
use super::plan::{Leave, Plan, Share, Step, When};
use super::row::{Row, WideRow};

/// Ships leave instead of firing, if the enemy still has someone to leave from (5.9).
#[inline(always)]
pub(super) fn retreat(plan: &Plan, step: &Step, state: &mut State, dice: &mut impl Dice, observer: &mut impl Observer) {
    let slot = step.shooter;
    let side = plan.slots[slot].side.index();
    let mut wants = state.alive(plan, 1 - side).and(&state.round.at_least(2));
    wants = wants.and(&state.front[slot].or(&state.back[slot]).non_zero());
    if step.when != When::ALWAYS {
        wants = wants.and(&state.takes_turn(step.when));
    }
    match step.leave {
        Leave::Never | Leave::Freely | Leave::Carried => return,
        Leave::WithSide => wants = wants.and(&state.leaving[side]),
        Leave::Wounded => {
            wants = wants.and(&state.hurt[slot].or(&state.aside[slot]).non_zero());
            if plan.slots[slot].berths > 0 {
                wants = wants.and_not(&orphans(plan, state, slot));
            }
        }
        Leave::Always => {}
    }
    let mut stay = Row::ZERO;
    if plan.features.beams {
        stay = state.held_by_beams(plan, slot);
        wants = wants.and_not(&match step.leave {
            Leave::Wounded => stay.non_zero(),
            _ => state.front[slot].plus(&state.back[slot]).minus(&stay).non_zero().not(),
        });
    }
    if !wants.any() {
        return;
    }
    if plan.may_leave < 10 {
        wants = wants.and_not(&held(plan, side, &wants, state, dice, observer));
    }
    let mut ships = wants;
    if step.leave == Leave::Wounded {
        // The wounded ship is in front unless its whole group is screened.
        let from_front = wants.and(&state.front[slot].non_zero());
        ships = wants.choose(1, 0);
        state.front[slot] = state.front[slot].less_one_if(&from_front);
        state.back[slot] = state.back[slot].less_one_if(&wants.and_not(&from_front));
    } else {
        let all = state.front[slot].plus(&state.back[slot]);
        stay = stay.and(&wants);
        ships = ships.and(&all).minus(&stay);
        // Of a group an unhurt ship is held while there is one.
        let hurt_stays = stay.non_zero().and(&stay.equal(&state.front[slot]));
        state.front[slot] = state.front[slot].and_not(&wants).plus(&stay);
        state.back[slot] = state.back[slot].and_not(&wants);
        wants = wants.and_not(&hurt_stays);
    }
    state.hurt[slot] = state.hurt[slot].and_not(&wants);
    state.aside[slot] = state.aside[slot].and_not(&wants);
    state.gone[slot] = state.gone[slot].plus(&ships);
    if observer_active(observer) {
        observer.retreat(slot, &ships);
    }
    if plan.slots[slot].berths > 0 && step.leave != Leave::Wounded {
        board(plan, slot, &ships, state, observer);
    }
}

/// Carried ships leave with those of a slot, as many as have room on them.
#[inline(always)]
fn board(plan: &Plan, carrier: usize, carriers: &Row, state: &mut State, observer: &mut impl Observer) {
    let mut room = WideRow::ZERO.plus_times(carriers, u16::from(plan.slots[carrier].berths));
    for slot in plan.carried(plan.slots[carrier].side.index()) {
        let mut boarded = Row::ZERO;
        for rows in [&mut state.front, &mut state.back] {
            let leaving = room.at_most(&rows[slot]);
            rows[slot] = rows[slot].minus(&leaving);
            room = room.less(&leaving);
            boarded = boarded.plus(&leaving);
        }
        state.gone[slot] = state.gone[slot].plus(&boarded);
        if observer_active(observer) {
            observer.retreat(slot, &boarded);
        }
    }
}

/// Lanes in which a ship of the slot cannot leave without leaving carried ships behind for which there is
/// no room (15.1.2).
#[inline(always)]
fn orphans(plan: &Plan, state: &State, slot: usize) -> Row {
    let side = plan.slots[slot].side.index();
    if plan.home[side] {
        return Row::ZERO;
    }
    let mut carried = WideRow::ZERO;
    for slot in plan.carried(side) {
        carried = carried.plus(&state.front[slot]).plus(&state.back[slot]);
    }
    let berths = u16::from(plan.slots[slot].berths);
    // The one that leaves has no room for those that stay.
    carried
        .plus_times(&Row::splat(1), berths)
        .above(&room(plan, state, side))
}

/// Room for carried ships on all of a side's ships.
#[inline(always)]
fn room(plan: &Plan, state: &State, side: usize) -> WideRow {
    let mut room = WideRow::ZERO;
    for slot in plan.carriers(side) {
        let berths = u16::from(plan.slots[slot].berths);
        room = room.plus_times(&state.front[slot], berths);
        room = room.plus_times(&state.back[slot], berths);
    }
    room
}

/// Lanes in which all ships of a slot leave on their turn in this round, if their side may.
#[inline(always)]
fn is_to_leave(plan: &Plan, state: &State, slot: usize) -> Row {
    let side = plan.slots[slot].side.index();
    match plan.leave(slot) {
        Leave::WithSide => state.leaving[side],
        Leave::Always => state.round.at_least(2),
        Leave::Never | Leave::Wounded | Leave::Carried | Leave::Freely => Row::ZERO,
    }
}

/// Of these ships of a slot, those that leave on their turn in this round, if their side may.
#[inline(always)]
fn about_to_leave(plan: &Plan, state: &State, slot: usize, ships: &Row) -> Row {
    let leaving = ships.and(&is_to_leave(plan, state, slot));
    if plan.features.beams {
        return leaving.minus(&state.held_by_beams(plan, slot).and(&leaving.non_zero()));
    }
    leaving
}

/// Shots of a turn that is not simply one of each ship in front.
#[inline(always)]
pub(super) fn guns_of_turn(
    plan: &Plan,
    step: &Step,
    state: &mut State,
    dice: &mut impl Dice,
    observer: &mut impl Observer,
) -> Row {
    let slot = step.shooter;
    let mut guns = state.front[slot];
    match step.share {
        Share::All => {}
        Share::Early => {
            state.fired[slot] = Row::ZERO;
            guns = guns.minus(&about_to_leave(plan, state, slot, &guns));
        }
        Share::Late => guns = guns.less(&state.fired[slot]),
    }
    if step.when != When::ALWAYS {
        guns = guns.and(&state.takes_turn(step.when));
    }
    if step.leave == Leave::Carried {
        guns = guns.minus(&about_to_board(plan, slot, state, dice, observer));
    }
    guns.times(step.attacks)
}

/// Ships of a carried slot in front that hold their fire, since they leave with others of their side later in
/// this round (15.2.5). In an ion storm their side rolls now whether it may leave.
#[inline(always)]
fn about_to_board(
    plan: &Plan,
    slot: usize,
    state: &mut State,
    dice: &mut impl Dice,
    observer: &mut impl Observer,
) -> Row {
    let side = plan.slots[slot].side.index();
    let mut room = WideRow::ZERO;
    for carrier in plan.carriers(side) {
        let ships = state.front[carrier].plus(&state.back[carrier]);
        let leaving = about_to_leave(plan, state, carrier, &ships);
        room = room.plus_times(&leaving, u16::from(plan.slots[carrier].berths));
    }
    for earlier in plan.carried(side).take_while(|&earlier| earlier != slot) {
        for rows in [&state.front, &state.back] {
            room = room.less(&room.at_most(&rows[earlier]));
        }
    }
    let mut boarding = room.at_most(&state.front[slot]).and(&state.alive(plan, 1 - side));
    if plan.may_leave < 10 && boarding.any() {
        let held = held(plan, side, &boarding.non_zero(), state, dice, observer);
        boarding = boarding.and_not(&held);
    }
    boarding
}

/// Lanes whose side may not leave the hex, rolled for the first time it wants to (25.1.3).
#[inline(always)]
fn held(
    plan: &Plan,
    side: usize,
    wants: &Row,
    state: &mut State,
    dice: &mut impl Dice,
    observer: &mut impl Observer,
) -> Row {
    let rolling = wants.and_not(&state.rolled[side]);
    if rolling.any() {
        let threshold = THRESHOLD[usize::from(plan.may_leave)];
        let rolls = roll(&Row::splat(threshold).and(&rolling), dice);
        let free = rolls.hits;
        state.rolled[side] = state.rolled[side].or(&rolling);
        state.held[side] = state.held[side].or(&rolling.and_not(&free));
        if observer_active(observer) {
            observer.leave_roll(side, &rolling, &rolls.dice, &free);
        }
    }
    state.held[side]
}
