-- Up Migration
ALTER TABLE lotteries VALIDATE CONSTRAINT lotteries_further_prizes_are_a_list;
