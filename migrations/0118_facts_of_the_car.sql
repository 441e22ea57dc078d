-- Up Migration
-- What is told of the car: make, model, mileage and so on. All optional, in one object; src/features/lotteries/rules/prize/car.ts lists its members.

ALTER TABLE lotteries ADD COLUMN car jsonb CHECK (jsonb_typeof(car) = 'object');
CREATE TRIGGER lotteries_car_kept BEFORE UPDATE OF car ON lotteries
  FOR EACH ROW EXECUTE FUNCTION lotteries_keep_facts('car');
